import { Component, type ReactNode } from 'react';
import { useTranslation } from '../i18n';
import { CallLink } from '../features/site/call-link';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

/** The last resort when a page throws while it is drawn: says so and offers a fresh start. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Failure /> : this.props.children;
  }
}

function Failure() {
  const { t } = useTranslation();
  return (
    <div className="page empty">
      <h1>Unexpected Application Error!</h1>
      <p className="empty__text">{t('app_error.text')}</p>
      {/* Plain links: the next page starts from nothing. */}
      <div className="empty__actions">
        <a className={buttonClass('primary')} href={paths.home}>
          {t('app_error.home')}
        </a>
        <a className={buttonClass('secondary')} href={paths.store()}>
          {t('nav.store')}
        </a>
        <CallLink />
      </div>
    </div>
  );
}
