import { useNavigate } from 'react-router';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { wish } from './wishes';

/** Puts a product on the list or takes it away, and says so, with the way to the list or back. */
export function useWish(): (id: string, title: string, wanted: boolean) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const change = async (id: string, title: string, wanted: boolean) => {
    try {
      await wish(id, wanted);
      const action = wanted
        ? { label: t('wishlist.open'), onClick: () => void navigate(paths.wishlist) }
        : { label: t('common.undo'), onClick: () => void change(id, title, true) };
      toast({ title: t(wanted ? 'wishlist.added' : 'wishlist.removed'), description: title, variant: 'success', action });
    } catch (error) {
      toast({ title: t('wishlist.failed'), description: errorText(t, error), variant: 'destructive' });
    }
  };
  return (id, title, wanted) => void change(id, title, wanted);
}
