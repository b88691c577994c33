import CirclePlus from 'lucide-react/icons/circle-plus';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n';
import { langCodes, languages } from '../../../languages';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { Section, spanish, withPart } from '../products/parts';
import { blankLine, type LineDraft } from './draft';
import { RowEnd } from './row-end';

type Props = {
  part: 'jobs' | 'parts';
  lines: LineDraft[];
  onChange: (lines: LineDraft[]) => void;
  errors: FieldErrors;
  /** What is asked about all of them. */
  children?: ReactNode;
};

/** Usual jobs, or parts: what each is called and costs. */
export function LineRows({ part, lines, onChange, errors, children }: Props) {
  const { t } = useTranslation();
  const change = (key: string, changed: Partial<LineDraft>) => onChange(withPart(lines, key, changed));
  return (
    <Section title={t(part === 'jobs' ? 'desk.tariff.jobs' : 'desk.tariff.parts')} count={lines.length}>
      <p className="field__hint">{t(part === 'jobs' ? 'desk.tariff.jobs_hint' : 'desk.tariff.parts_hint')}</p>
      {lines.length > 0 && children}
      <ul className="desk-tariff__rows">
        {lines.map((line, at) => (
          <li key={line.key} className="desk-tariff__row">
            <Field
              {...spanish}
              label={t('desk.tariff.name')}
              required
              maxLength={120}
              autoComplete="off"
              name={`${part}/${at}/name`}
              value={line.name}
              error={errors[`${part}/${at}/name`]}
              onChange={({ target }) => change(line.key, { name: target.value })}
            />
            <Translations part={part} at={at} line={line} change={change} errors={errors} />
            <label className="desk-check">
              <input type="checkbox" checked={line.isFrom} onChange={({ target }) => change(line.key, { isFrom: target.checked })} />
              <span>{t('desk.tariff.is_from')}</span>
            </label>
            <RowEnd part={part} rows={lines} at={at} onChange={onChange} errors={errors} />
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={() => onChange([...lines, blankLine()])}>
        <CirclePlus aria-hidden="true" />
        {t(part === 'jobs' ? 'desk.tariff.job_add' : 'desk.tariff.part_add')}
      </Button>
    </Section>
  );
}

type TranslationsProps = {
  part: Props['part'];
  at: number;
  line: LineDraft;
  change: (key: string, changed: Partial<LineDraft>) => void;
  errors: FieldErrors;
};

/** The name in the site's other languages; without one the Spanish is shown. */
function Translations({ part, at, line, change, errors }: TranslationsProps) {
  const { t } = useTranslation();
  return (
    <details className="desk-tariff__texts">
      <summary>{t('desk.tariff.texts')}</summary>
      <div className="stack">
        {langCodes.slice(1).map((lang) => (
          <Field
            key={lang}
            lang={lang}
            dir="auto"
            label={<bdi>{languages[lang].name}</bdi>}
            maxLength={120}
            autoComplete="off"
            name={`${part}/${at}/texts/${lang}`}
            value={line.texts[lang] ?? ''}
            error={errors[`${part}/${at}/texts/${lang}`]}
            onChange={({ target }) => change(line.key, { texts: { ...line.texts, [lang]: target.value } })}
          />
        ))}
      </div>
    </details>
  );
}
