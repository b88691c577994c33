import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';

/** What the Union's notice is called among the site's pictures. */
const name = 'guarantee-notice';

/**
 * The legal guarantee, right before somebody is bound: the Union's notice as it is, where the owner has put it in, and the
 * three years of Spain below it; else these alone, which imitate nothing.
 */
export function GuaranteeNotice() {
  const { t } = useTranslation();
  const { own_pictures: own, pictures: version } = useSite();
  const isThere = own?.includes(name) === true && typeof version === 'string';
  return (
    <aside className="checkout__guarantee" aria-label={t('guarantee.title')}>
      {isThere && (
        <a href={paths.picture(name, 1200, version)} target="_blank" rel="noreferrer">
          <img src={paths.picture(name, 720, version)} alt={t('guarantee.notice')} />
        </a>
      )}
      <p>
        <strong>{t('guarantee.spain')}</strong>
        {!isThere && <span>{t('guarantee.text')}</span>}
      </p>
    </aside>
  );
}
