import { useState } from 'react';
import { api } from '../../../api/client';
import type { TriedList } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { deskApi } from '../desk-paths';

/** Rings the owner's telephone on every way that is set. */
export function TryAlerts() {
  const { t } = useTranslation();
  const fail = useFailure(t('desk.settings.failed'));
  const [busy, setBusy] = useState(false);

  const tryThem = async () => {
    setBusy(true);
    try {
      const { tried } = await api.post<TriedList>(deskApi.alertsTest);
      const failed = tried.flatMap(({ way, error }) => (error ? [t('desk.settings.alerts_failed', { way, error })] : []));
      if (tried.length === 0) toast({ title: t('desk.settings.alerts_none') });
      else if (failed.length > 0) toast({ title: failed.join(' '), variant: 'destructive' });
      else toast({ title: t('desk.settings.alerts_tried'), variant: 'success' });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="ghost" busy={busy} onClick={() => void tryThem()}>
      {t('desk.settings.try_alerts')}
    </Button>
  );
}
