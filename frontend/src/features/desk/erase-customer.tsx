import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client';
import { useResource } from '../../api/resource';
import type { Erasure } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Spinner } from '../../ui/spinner';
import { ActDialog } from './act-dialog';
import { deskApi, deskPaths } from './desk-paths';

/** Erases somebody, after saying what goes and what the law keeps. */
export function EraseCustomer({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [tell, setTell] = useState(true);
  const { data, error } = useResource<Erasure>(asking ? deskApi.erasure(id) : null);
  const onClose = () => setAsking(false);
  // One window opens, once it is known which.
  const isLooking = asking && data === undefined && error === undefined;
  const hindrance = data?.is_admin ? t('error.is_administrator') : data && data.open_orders > 0 ? t('desk.erase.open') : null;
  return (
    <p>
      <Button variant="danger" busy={isLooking} onClick={() => setAsking(true)}>
        <UserX aria-hidden="true" />
        {t('desk.erase.do')}
      </Button>
      <Dialog open={asking && hindrance !== null} onClose={onClose} title={t('desk.erase.title')} closeLabel={t('common.close')}>
        <p className="notice">{hindrance}</p>
        <div className="row desk-dialog__acts">
          <Button variant="secondary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </Dialog>
      <ActDialog
        open={asking && !isLooking && hindrance === null}
        onClose={onClose}
        title={t('desk.erase.title')}
        submit={t('desk.erase.yes')}
        danger
        send={() => api.post(deskApi.erase(id), { tell })}
        done={t('desk.erase.done')}
        failed={t('desk.erase.failed')}
        onDone={() => navigate(deskPaths.customers, { replace: true })}
      >
        {() => (
          <>
            {asking && <WhatGoes of={data} />}
            <label className="desk-check">
              <input type="checkbox" checked={tell} onChange={() => setTell(!tell)} />
              <span>{t('desk.erase.tell')}</span>
            </label>
          </>
        )}
      </ActDialog>
    </p>
  );
}

function WhatGoes({ of: data }: { of: Erasure | undefined }) {
  const { t } = useTranslation();
  if (data === undefined) return <Spinner label={t('common.loading')} />;
  const counted = ['quotes', 'messages', 'comments', 'orders', 'mails'] as const;
  return (
    <>
      <p>{t('desk.erase.goes')}</p>
      <ul className="desk-erase">
        {data.has_account && <li>{t('desk.erase.account')}</li>}
        {counted
          .filter((what) => data[what] > 0)
          .map((what) => (
            <li key={what}>{t(`desk.erase.${what}`, { count: data[what] })}</li>
          ))}
      </ul>
      {data.orders > 0 && <p>{t('desk.erase.stays', { count: data.kept_years })}</p>}
      <p className="muted">{t('desk.erase.copies')}</p>
    </>
  );
}
