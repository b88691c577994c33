import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import type { Words } from './use-words';

/** Saves what was typed, in every language. */
export function SaveBar({ words: { busy, hasChanges, discard } }: { words: Words }) {
  const { t } = useTranslation();
  return (
    <div className="desk-save">
      <span className="muted" role="status">
        {hasChanges && t('desk.settings.unsaved')}
      </span>
      {hasChanges && (
        <Button variant="ghost" onClick={discard}>
          {t('desk.settings.discard')}
        </Button>
      )}
      <Button type="submit" variant={hasChanges ? 'primary' : 'secondary'} busy={busy}>
        {t('desk.settings.save')}
      </Button>
    </div>
  );
}
