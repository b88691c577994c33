import { useKnown } from '../../api/resource';
import type { Today } from '../../api/types';
import { useTranslation } from '../../i18n';
import { deskApi } from './desk-paths';

/** Says that no mail tells the owner what comes in, where the server was not told where to write; on a page that asks for `today`. */
export function OwnerUntold() {
  const { t } = useTranslation();
  const data = useKnown<Today>(deskApi.today);
  if (data === undefined || data.is_owner_told) return null;
  return (
    <p className="notice notice--attention" role="status">
      {t('desk.owner_untold')} (<code dir="ltr">MANETES_OWNER_EMAIL</code>).
    </p>
  );
}
