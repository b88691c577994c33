import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';

/** The ways in through somebody else, where there are any; they lead back to `next`. */
export function ProviderLinks({ next }: { next: string | undefined }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { providers } = useSite();
  if (!providers?.length) return null;
  return (
    <div className="provider-links">
      <p className="provider-links__or">{t('login.or')}</p>
      {providers.map(({ id, name }) => (
        // The server sends the browser on to the provider: no page of this site.
        <a key={id} className={buttonClass('secondary', true)} href={paths.signInWith(id, lang, next)}>
          {t('login.with', { name })}
        </a>
      ))}
    </div>
  );
}
