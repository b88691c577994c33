import { officeOf, useSite } from './api/site';
import { useTranslation } from './i18n';
import { paths } from './paths';

/** Says in place what needs scripts, and how to get it without them. */
export function WithoutScripts({ what }: { what: string }) {
  const { t } = useTranslation();
  return (
    <noscript>
      <p className="notice">
        {what} <CallOrWrite lead={t('no_script.instead')} />
      </p>
    </noscript>
  );
}

/** The ways to reach the firm that always work. */
export function CallOrWrite({ lead }: { lead: string }) {
  const site = useSite();
  const { phone, display } = officeOf(site);
  return (
    <>
      {lead}{' '}
      <a href={paths.phone(phone)} dir="ltr">
        {display}
      </a>
      {' · '}
      <a href={paths.mail(site.email)} dir="ltr">
        {site.email}
      </a>
    </>
  );
}
