import CirclePlus from 'lucide-react/icons/circle-plus';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { moved, Section, Tools, withPart } from './products/parts';

type Props<Row> = {
  title: string;
  hint: string;
  /** The button that adds one. */
  add: string;
  blank: () => Row;
  nameOf: (row: Row) => string;
  rows: Row[];
  onChange: (rows: Row[]) => void;
  /** The fields of a row; `change` takes what is changed of it. */
  fields: (row: Row, at: number, change: (part: Partial<Row>) => void) => ReactNode;
  /** The field beside the buttons that move and remove it. */
  last?: (row: Row, at: number, change: (part: Partial<Row>) => void) => ReactNode;
  /** What is asked about all of them. */
  children?: ReactNode;
};

/** Parts of a form of which there may be any number, each with its fields and what moves and removes it. */
export function FormRows<Row extends { key: string }>({ rows, onChange, title, hint, add, blank, nameOf, fields, last, children }: Props<Row>) {
  const { t } = useTranslation();
  return (
    <Section title={title} count={rows.length} daily>
      <p className="field__hint">{hint}</p>
      {rows.length > 0 && children}
      <ul className="desk-tariff__rows">
        {rows.map((row, at) => {
          const change = (part: Partial<Row>) => onChange(withPart(rows, row.key, part));
          return (
            <li key={row.key} className="desk-tariff__row">
              {fields(row, at, change)}
              <div className="desk-tariff__end">
                {last?.(row, at, change)}
                <Tools
                  name={nameOf(row) || t('desk.tariff.unnamed', { n: at + 1 })}
                  at={at}
                  of={rows.length}
                  onMove={(to) => onChange(moved(rows, at, to))}
                  onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
                />
              </div>
            </li>
          );
        })}
      </ul>
      <Button variant="secondary" onClick={() => onChange([...rows, blank()])}>
        <CirclePlus aria-hidden="true" />
        {add}
      </Button>
    </Section>
  );
}
