import { Link } from 'react-router';
import { api } from '../../../api/client';
import { useResource } from '../../../api/resource';
import type { DeskMakerList } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { SelectField } from '../../../ui/text-field';
import { ActDialog } from '../act-dialog';
import { deskApi, deskPaths } from '../desk-paths';

/** The makers there are, by name; nothing before they came. */
export const useMakers = () => useResource<DeskMakerList>(`${deskApi.makers}?limit=200`).data?.makers ?? [];

type Props = {
  open: boolean;
  onClose: () => void;
  /** The products, by id. */
  ids: string[];
  onDone: () => void | Promise<void>;
};

/** Gives many products their maker at once. */
export function AssignMaker({ open, onClose, ids, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={t('desk.makers.assign')}
      submit={t('desk.makers.assign_yes')}
      send={({ maker }) => api.post(deskApi.assignMaker, { products: ids, maker: maker || null })}
      done={t('desk.makers.assigned', { count: ids.length })}
      failed={t('desk.makers.failed')}
      onDone={onDone}
    >
      {() => <Choice count={ids.length} />}
    </ActDialog>
  );
}

function Choice({ count }: { count: number }) {
  const { t } = useTranslation();
  const makers = useMakers();
  return (
    <>
      <p>{t('desk.makers.assign_text', { count })}</p>
      <SelectField label={t('desk.product.maker')} name="maker">
        <option value="">{t('desk.product.maker_none')}</option>
        {makers.map(({ slug, name }) => (
          <option key={slug} value={slug} dir="auto">
            {name}
          </option>
        ))}
      </SelectField>
      <Link to={deskPaths.makers}>{t('desk.makers.manage')}</Link>
    </>
  );
}
