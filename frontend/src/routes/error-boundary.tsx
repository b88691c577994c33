import { Component, type ReactNode } from 'react';
import { useTranslation } from '../i18n';
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
      {/* A plain link: the next page starts from nothing. */}
      <a className={buttonClass('primary')} href={paths.home}>
        {t('app_error.home')}
      </a>
    </div>
  );
}
