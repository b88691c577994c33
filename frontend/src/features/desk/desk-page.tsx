import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { errorText } from '../../api/problem';
import type { Resource } from '../../api/resource';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { ErrorBox } from '../../ui/empty';
import { Spinner } from '../../ui/spinner';
import { useDeskTitle } from './use-desk-title';

type Props = {
  title: string;
  /** What it is called by beside that: digits that read in their own direction. */
  number?: string;
  /** The list this page belongs to; the reader returns to it as they left it. */
  back?: { to: string; label: string };
  /** Beside the title. */
  actions?: ReactNode;
  /** The act this page is mostly opened for: on a telephone where the thumb is. */
  main?: ReactNode;
  children: ReactNode;
};

/** A page of the desk: its title, the way back, and what it shows. */
export function DeskPage({ title, number, back, actions, main, children }: Props) {
  useDeskTitle(number === undefined ? title : `${title} ${number}`);
  return (
    <div className="desk-page">
      {back && <BackLink {...back} />}
      <header className="desk-page__head">
        <h1>
          {title}
          {number !== undefined && (
            <>
              {' '}
              <bdi className="numeric">{number}</bdi>
            </>
          )}
        </h1>
        {actions}
        {main && <div className="desk-main">{main}</div>}
      </header>
      {children}
    </div>
  );
}

/** What a link to a page below a list tells that page. */
export type FromList = { list?: string } | null;

function BackLink({ to, label }: { to: string; label: string }) {
  const state = useLocation().state as FromList;
  return (
    <Link className="back-link" to={state?.list ?? to}>
      <ArrowLeft className="flip" aria-hidden="true" />
      {label}
    </Link>
  );
}

type LoadedProps<T> = { resource: Resource<T>; children: (data: T) => ReactNode };

/** Shows what was fetched; until then a spinner, or why it could not be. */
export function Loaded<T>({ resource: { data, error, reload }, children }: LoadedProps<T>) {
  const { t } = useTranslation();
  if (error) {
    return (
      <ErrorBox title={t('desk.load_failed')} text={errorText(t, error)}>
        <Button variant="secondary" onClick={() => void reload()}>
          {t('common.retry')}
        </Button>
      </ErrorBox>
    );
  }
  return data === undefined ? <Spinner label={t('common.loading')} /> : children(data);
}
