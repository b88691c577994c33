import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { WithoutScripts } from '../../without-scripts';
import { LanguagePicker } from './language-picker';
import { Mark } from './logo';

type Props = {
  icon?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** The outcome of what was pressed a moment ago: it is read out. */
  isOutcome?: boolean;
  children?: ReactNode;
};

/** A page without the site's header: one card, the way home and the languages. */
export function EntryPage({ icon, title, lead, isOutcome = false, children }: Props) {
  const { t } = useTranslation();
  const { brand } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus({ preventScroll: true });
  }, [isOutcome]);
  return (
    <div className="page page--narrow entry">
      <header className="entry__bar">
        <Link className="header__logo" to={paths.home}>
          <Mark />
          <span>{brand}</span>
        </Link>
        <LanguagePicker />
      </header>
      <section className="panel entry__card">
        {icon && (
          <div className="entry__icon" aria-hidden="true">
            {icon}
          </div>
        )}
        <h1 className="entry__title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="muted">{lead}</p>}
        <WithoutScripts what={t('no_script.account')} />
        {children}
      </section>
    </div>
  );
}
