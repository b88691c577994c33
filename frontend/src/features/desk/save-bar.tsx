import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';

type Props = {
  isDirty: boolean;
  busy: boolean;
  discard: () => void;
  label: string;
  /** What has changes, where that is not the whole page. */
  unsaved?: string;
};

/** Saves a long form, in reach wherever its reader is, and says whether there is anything to save. */
export function SaveBar({ isDirty, busy, discard, label, unsaved }: Props) {
  const { t } = useTranslation();
  return (
    <div className="desk-save">
      <p className="muted" role="status">
        {isDirty ? (unsaved ?? t('desk.settings.unsaved')) : t('desk.product.all_saved')}
      </p>
      <div className="row">
        {isDirty && (
          <Button variant="ghost" onClick={discard}>
            {t('desk.settings.discard')}
          </Button>
        )}
        <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={busy}>
          {label}
        </Button>
      </div>
    </div>
  );
}
