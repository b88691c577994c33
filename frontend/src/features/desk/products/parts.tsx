// Small pieces of the editor: a section that folds, and what moves or removes a part of a list.

import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n';
import { IconButton } from '../../../ui/button';

type SectionProps = {
  title: string;
  /** How much is in it, seen while it is folded. */
  count?: number;
  /** How much of it is still to be done. */
  waiting?: number;
  /** Open at first on a telephone too. */
  first?: boolean;
  /** Open at first where there is room for it. */
  daily?: boolean;
  children: ReactNode;
};

/** A part of a long form, folded at first unless it says otherwise. */
export function Section({ title, count = 0, waiting = 0, first = false, daily = false, children }: SectionProps) {
  const [isOpen] = useState(() => first || (daily && matchMedia('(width >= 60rem)').matches));
  return (
    <details className="panel desk-fold" open={isOpen}>
      <summary>
        <h2 className="panel__title">{title}</h2>
        {count > 0 && <span className="desk-badge numeric">{count}</span>}
        <ToDo count={waiting} />
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="stack desk-fold__body">{children}</div>
    </details>
  );
}

/** How much is still to be done, in the colour of what waits everywhere at the desk. */
export function ToDo({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className="desk-badge numeric" data-waits>
      <span className="visually-hidden">{t('desk.product.texts_open')}</span> {count}
    </span>
  );
}

/** Of what is written in Spanish, whichever language the desk is in. */
export const spanish = { lang: 'es', dir: 'auto' } as const;

/** The list with the part at `from` at `to` instead. */
export function moved<Part>(parts: Part[], from: number, to: number): Part[] {
  const part = parts[from];
  if (part === undefined || to < 0 || to >= parts.length) return parts;
  const rest = parts.filter((_, n) => n !== from);
  return [...rest.slice(0, to), part, ...rest.slice(to)];
}

type ToolsProps = {
  /** What the part is called, for the names of the buttons. */
  name: string;
  at: number;
  /** How many parts there are. */
  of: number;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** Moves a part of a list up and down, and takes it out. */
export function Tools({ name, at, of, onMove, onRemove }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <div className="desk-tools">
      <IconButton label={t('desk.move_up', { name })} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t('desk.move_down', { name })} disabled={at === of - 1} onClick={() => onMove(at + 1)}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <Remove name={name} onClick={onRemove} />
    </div>
  );
}

export function Remove({ name, onClick, disabled }: { name: string; onClick: () => void; disabled?: boolean }) {
  const { t } = useTranslation();
  return (
    <IconButton label={t('desk.remove', { name })} onClick={onClick} disabled={disabled}>
      <Trash2 aria-hidden="true" />
    </IconButton>
  );
}

/** `parts` with the one of `key` changed. */
export const withPart = <Part extends { key: string }>(parts: Part[], key: string, change: Partial<Part>): Part[] =>
  parts.map((part) => (part.key === key ? { ...part, ...change } : part));
