import { useRef } from 'react';
import { api } from '../../../api/client';
import type { ProductStanding, StandingAnswer } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { SelectField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { ActDialog } from '../act-dialog';
import { deskApi } from '../desk-paths';
import { undoTime, useAct } from '../use-act';

const statuses: ProductStanding['status'][] = ['published', 'draft', 'archived'];

type Props = {
  open: boolean;
  onClose: () => void;
  /** The products, by id. */
  ids: string[];
  onDone: () => Promise<void>;
  /** After it was taken back. */
  reload: () => Promise<void>;
};

/** Publishes many products at once, hides them as drafts, or archives them; for a moment it can be taken back. */
export function StatusDialog({ open, onClose, ids, onDone, reload }: Props) {
  const { t } = useTranslation();
  const { run } = useAct();
  // What was done last: the message that takes it back outlives the window.
  const did = useRef<{ status: string; before: ProductStanding[] }>({ status: '', before: [] });
  const put = (products: ProductStanding[]) => api.post<StandingAnswer>(deskApi.productsStatus, { products });
  const failed = t('desk.products.status_failed');

  const send = async (status: ProductStanding['status']) => {
    did.current = { status, before: (await put(ids.map((id) => ({ id, status })))).before };
  };
  const done = () => {
    const { status, before } = did.current;
    const undo = async () => {
      let left = 0;
      const back = async () => void (left = (await put(before)).left.length);
      if (!(await run('undo', back, { failed }))) return;
      toast({
        variant: left > 0 ? 'default' : 'success',
        title: left > 0 ? t('desk.products.status_not_undone', { count: left }) : t('desk.products.status_undone'),
      });
      await reload();
    };
    return {
      title: t(`desk.products.became.${status}`, { count: before.length }),
      duration: undoTime,
      ...(before.length > 0 && { action: { label: t('common.undo'), onClick: () => void undo() } }),
    };
  };
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={t('desk.products.status_title', { count: ids.length })}
      submit={t('desk.products.status_yes')}
      send={({ status }) => send(status as ProductStanding['status'])}
      done={done}
      failed={failed}
      onDone={onDone}
    >
      {(errors) => (
        <SelectField label={t('desk.products.status_label')} name="status" error={errors.status}>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`desk.products.become.${status}`)}
            </option>
          ))}
        </SelectField>
      )}
    </ActDialog>
  );
}
