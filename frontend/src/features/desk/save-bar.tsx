import Save from 'lucide-react/icons/save';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { focusOn } from '../../ui/focus';
import { LeaveQuestion } from './leave-guard';

type Props = {
  isDirty: boolean;
  busy: boolean;
  /** Gives up what is not saved; absent where there is nothing to go back to. */
  discard?: () => void;
  /** What the button says, where it does more than to save. */
  label?: string;
  /** What has changes, or what else there is to know. */
  detail?: string;
  /** How many fields kept it from being saved. */
  wrong?: number;
  /** What is said where nothing is to be saved. */
  saved?: string;
};

/** Saves a long form, in reach wherever its reader is, and says whether there is anything to save. */
export function SaveBar({ isDirty, busy, discard, label, detail, wrong = 0, saved }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const isGivenUp = useRef(false);
  // What was pressed goes with the changes.
  useEffect(() => {
    if (isAsking || !isGivenUp.current) return;
    isGivenUp.current = false;
    focusOn(bar.current?.querySelector('[type="submit"]') ?? null);
  }, [isAsking]);
  return (
    <div className="desk-save" ref={bar}>
      <p className="muted" role="status">
        {isDirty && wrong > 0 ? t('desk.settings.refused', { count: wrong }) : isDirty ? t('desk.product.unsaved') : (saved ?? t('desk.product.all_saved'))}
        {detail && ` · ${detail}`}
      </p>
      <div className="row">
        {isDirty && discard && (
          <Button variant="ghost" onClick={() => setAsking(true)}>
            {t('desk.settings.discard')}
          </Button>
        )}
        <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={busy}>
          <Save aria-hidden="true" />
          {label ?? t('desk.save')}
        </Button>
      </div>
      <LeaveQuestion
        by="discard"
        open={isAsking}
        onStay={() => setAsking(false)}
        onGo={() => {
          setAsking(false);
          isGivenUp.current = true;
          discard?.();
        }}
      />
    </div>
  );
}
