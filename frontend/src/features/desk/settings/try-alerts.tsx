import { api } from '../../../api/client';
import type { TriedList } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast';
import { deskApi } from '../desk-paths';
import { useAct } from '../use-act';

/** Rings the owner's telephone on every way that is set. */
export function TryAlerts() {
  const { t } = useTranslation();
  const { busy, run } = useAct();

  const tryThem = async () => {
    const { tried } = await api.post<TriedList>(deskApi.alertsTest);
    const failed = tried.flatMap(({ way, error }) => (error ? [t('desk.settings.alerts_failed', { way, error })] : []));
    if (tried.length === 0) toast({ title: t('desk.settings.alerts_none') });
    else if (failed.length > 0) toast({ title: failed.join(' '), variant: 'destructive' });
    else toast({ title: t('desk.settings.alerts_tried'), variant: 'success' });
  };
  return (
    <Button variant="ghost" busy={busy !== null} onClick={() => void run('try', tryThem, { failed: t('desk.settings.failed') })}>
      {t('desk.settings.try_alerts')}
    </Button>
  );
}
