import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { toast } from '../../ui/toast';

/** Tells of a refusal that belongs to no field: `title` says what did not work, the error says why. */
export function useFailure(title: string): (error: unknown) => void {
  const { t } = useTranslation();
  return (error) => toast({ title, description: errorText(t, error), variant: 'destructive', atTop: true });
}
