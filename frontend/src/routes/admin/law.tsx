import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { useResource } from '../../api/resource';
import type { DutyList, LawDuty } from '../../api/types';
import { ActDialog } from '../../features/desk/act-dialog';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { settingName } from '../../features/desk/log-detail';
import { useAct } from '../../features/desk/use-act';
import { useClock } from '../../features/desk/when';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { TextField } from '../../ui/text-field';

/** What the law asks of the firm: what is owed first, then what is met, and by what. */
export function Law() {
  const { t } = useTranslation();
  const law = useResource<DutyList>(deskApi.law);
  return (
    <DeskPage title={t('desk.place.law')}>
      <p className="muted">{t('desk.law.lead')}</p>
      <Loaded resource={law}>
        {({ owed, duties }) => (
          <>
            <p className={owed === 0 ? 'notice notice--done' : 'notice notice--attention'} role="status">
              {owed === 0 ? t('desk.law.all_met') : t('desk.law.owed', { count: owed })}
            </p>
            <Duties title={t('desk.law.to_do')} duties={duties.filter(({ met }) => !met)} reload={law.reload} />
            <Duties title={t('desk.law.done')} duties={duties.filter(({ met }) => met)} reload={law.reload} />
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

type Reload = () => Promise<void>;

function Duties({ title, duties, reload }: { title: string; duties: LawDuty[]; reload: Reload }) {
  if (duties.length === 0) return null;
  return (
    <section className="stack">
      <h2 className="panel__title">{title}</h2>
      <ul className="desk-rows">
        {duties.map((duty) => (
          <li key={duty.id} className="desk-row desk-person">
            <Duty duty={duty} reload={reload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Duty({ duty, reload }: { duty: LawDuty; reload: Reload }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { id, article, met, missing, place, basis, confirmed } = duty;
  const lacks = duty.lacks ?? [];
  const Icon = met ? CircleCheckBig : CircleAlert;
  return (
    <>
      <div className="desk-row__main">
        <strong className="desk-duty">
          <Icon aria-hidden="true" />
          <span>{t(`desk.law.duty.${id}`)}</span>
        </strong>
        {basis === 'data' && !met && <span>{t(`desk.law.missing.${id}`, { n: missing })}</span>}
        {lacks.length > 0 && (
          <ul className="desk-lacks">
            {lacks.map((key) => (
              <li key={key}>
                <Link to={deskPaths.setting(key)}>{settingName(key, t)}</Link>
              </li>
            ))}
          </ul>
        )}
        {basis === 'program' && <span className="muted">{t('desk.law.by_program')}</span>}
        {confirmed && (
          <span className="muted">
            <bdi>{t('desk.law.confirmed', { by: confirmed.by, date: clock.moment(confirmed.at) })}</bdi>{' '}
            <bdi>{confirmed.note}</bdi>
          </span>
        )}
        <span className="muted">
          <bdi lang="es">{article}</bdi>
        </span>
      </div>
      <div className="row">
        {place && !met && (
          <Link className={buttonClass('secondary')} to={`${paths.admin}${place}`}>
            {t('desk.law.mend')}
          </Link>
        )}
        {basis === 'word' && <Word duty={duty} reload={reload} />}
      </div>
    </>
  );
}

/** What the firm does elsewhere: the owner says so, or takes it back. */
function Word({ duty: { id, met }, reload }: { duty: LawDuty; reload: Reload }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [isOpen, setOpen] = useState(false);
  const takeBack = async () => {
    const isDone = await run(id, () => api.delete(deskApi.duty(id)), {
      done: { title: t('desk.law.taken_back') },
      failed: t('desk.law.failed'),
    });
    if (isDone) await reload();
  };
  if (met) {
    return (
      <Button variant="ghost" busy={busy === id} onClick={() => void takeBack()}>
        {t('desk.law.take_back')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('desk.law.confirm')}
      </Button>
      <ActDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(`desk.law.duty.${id}`)}
        submit={t('desk.law.confirm')}
        send={({ note = '' }) => api.put(deskApi.duty(id), { note })}
        done={t('desk.law.noted')}
        failed={t('desk.law.failed')}
        onDone={reload}
      >
        {(errors) => (
          <>
            <p>{t('desk.law.confirm_text')}</p>
            <TextField name="note" rows={3} label={t('desk.law.note')} maxLength={1000} error={errors['note']} />
          </>
        )}
      </ActDialog>
    </>
  );
}
