import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useClock } from '../when';
import type { Conflict, Editor } from './use-editor';

/** Somebody else saved the product meanwhile: what they changed, and whose changes are to count. */
export function ConflictDialog({ editor: { conflict, decide } }: { editor: Editor }) {
  const { t } = useTranslation();
  return (
    <Dialog open={conflict !== null} onClose={decide.later} title={t('desk.conflict.title')} closeLabel={t('common.close')}>
      {conflict && (
        <div className="stack">
          <p>{t('desk.conflict.text')}</p>
          <Changes conflict={conflict} />
          <p className="field__hint">{t('desk.conflict.hint')}</p>
          <div className="row desk-dialog__acts">
            <Button onClick={decide.applyOwn}>{t('desk.conflict.mine')}</Button>
            <Button variant="secondary" onClick={decide.takeTheirs}>
              {t('desk.conflict.theirs')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Changes({ conflict: { changes, own } }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const clock = useClock();
  const name = (field: string) => t(`desk.field.${field}`);
  const both = Object.keys(own).filter((field) => changes.some(({ fields }) => fields.includes(field)));
  return (
    <>
      <ul className="desk-rows">
        {changes.map(({ by, at, fields }) => (
          <li key={`${at} ${by}`}>
            <strong>
              <bdi>{by}</bdi>
            </strong>{' '}
            <time className="muted" dateTime={at}>
              {clock.short(at)}
            </time>
            <p>{fields.map(name).join(' · ')}</p>
          </li>
        ))}
      </ul>
      {both.length > 0 && <p className="notice">{t('desk.conflict.both', { fields: both.map(name).join(' · ') })}</p>}
    </>
  );
}
