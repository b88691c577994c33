import { Component, type ReactNode } from 'react';
import { useTranslation } from '../i18n';
import { CallLink } from '../call-link';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';

/** The last resort when a page throws while it is drawn: says so and offers a fresh start. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' };
  }

  override render() {
    return this.state.error === null ? this.props.children : <Failure unreachable={isMissingCode(this.state.error)} />;
  }
}

/** Whether a page's code did not come, as the engines of browsers say it. */
const isMissingCode = (error: unknown) => error instanceof TypeError && /import(ing|ed)\b.*module|module script/i.test(error.message);

function Failure({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="page empty">
      <h1>{unreachable ? t('app_error.unreachable') : 'Unexpected Application Error!'}</h1>
      <p className="empty__text">{t(unreachable ? 'app_error.unreachable_text' : 'app_error.text')}</p>
      {/* Plain links: the next page starts from nothing. The first is this page once more. */}
      <div className="empty__actions">
        <a className={buttonClass('primary')} href="">
          {t('common.retry')}
        </a>
        <a className={buttonClass('secondary')} href={paths.home}>
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
