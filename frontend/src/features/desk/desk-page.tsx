import ArrowLeft from 'lucide-react/icons/arrow-left';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { errorText } from '../../api/problem';
import { isCutOff, useReconnect } from '../../api/reconnect';
import type { Resource } from '../../api/resource';
import { useTranslation } from '../../i18n';
import { Button, buttonClass } from '../../ui/button';
import { ErrorBox } from '../../ui/empty';
import { Spinner } from '../../ui/spinner';
import { deskPaths } from './desk-paths';
import { useDeskTitle } from './use-desk-title';

/** The list a page belongs to. */
type Back = { to: string; label: string };

const BackContext = createContext<Back | undefined>(undefined);

type Props = {
  title: string;
  /** What it is called by beside that: digits that read in their own direction. */
  number?: string;
  /** The list this page belongs to; the reader returns to it as they left it. */
  back?: Back;
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
    <BackContext value={back}>
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
    </BackContext>
  );
}

/** What a link to a page below a list tells that page. */
export type FromList = { list?: string } | null;

function BackLink({ to, label }: Back) {
  const state = useLocation().state as FromList;
  return (
    <Link className="back-link" to={state?.list ?? to}>
      <ArrowLeft className="flip" aria-hidden="true" />
      {label}
    </Link>
  );
}

type LoadedProps<T> = {
  resource: Resource<T>;
  /** Waited for at first as well, whatever comes of it: shown later it would move what somebody is about to tap. */
  beside?: Resource<unknown>;
  children: (data: T) => ReactNode;
};

/** Shows what was fetched; until then a spinner, or why it could not be. */
export function Loaded<T>({ resource: { data, error, reload }, beside, children }: LoadedProps<T>) {
  const { t } = useTranslation();
  // Once shown it stays, with what is typed in it, when more of it is fetched.
  const [wasShown, setShown] = useState(false);
  const isShown = data !== undefined && (wasShown || !beside?.loading);
  if (isShown !== wasShown) setShown(isShown);
  const reloadBeside = beside?.error && beside.reload;
  const again = useCallback(() => void Promise.all([reload(), reloadBeside?.()]), [reload, reloadBeside]);
  useReconnect(isCutOff(error) || isCutOff(beside?.error), again);
  if (error?.status === 404) return <Gone />;
  if (error) {
    return (
      <ErrorBox title={t('desk.load_failed')} text={errorText(t, error)}>
        <Button variant="secondary" onClick={again}>
          {t('common.retry')}
        </Button>
      </ErrorBox>
    );
  }
  return isShown ? children(data) : <Spinner label={t('common.loading')} />;
}

/** What is not there comes by no other try: the way back to the list it was in. */
function Gone() {
  const { t } = useTranslation();
  const { to, label } = useContext(BackContext) ?? { to: deskPaths.today, label: t('desk.place.today') };
  return (
    <ErrorBox title={t('desk.gone_title')} text={t('desk.gone_text')}>
      <Link className={buttonClass('secondary')} to={to}>
        {label}
      </Link>
    </ErrorBox>
  );
}
