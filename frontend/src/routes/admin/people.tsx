import KeyRound from 'lucide-react/icons/key-round';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { useResource } from '../../api/resource';
import type { Offer, People as PeopleAnswer, Person } from '../../api/types';
import { ActDialog } from '../../features/desk/act-dialog';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { useClock } from '../../features/desk/when';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';

/** Who may sit at the desk. */
export function People() {
  const { t } = useTranslation();
  const answer = useResource<PeopleAnswer>(deskApi.people);
  const [granting, setGranting] = useState(false);
  return (
    <DeskPage
      title={t('desk.place.people')}
      actions={
        <Button onClick={() => setGranting(true)}>
          <KeyRound aria-hidden="true" />
          {t('desk.people.grant')}
        </Button>
      }
    >
      <p className="muted">{t('desk.people.lead')}</p>
      <Loaded resource={answer}>
        {({ people, invitations }) => (
          <>
            <ul className="desk-rows">
              {people.map((person) => (
                <li key={person.id} className="desk-row desk-person">
                  <Person person={person} reload={answer.reload} />
                </li>
              ))}
            </ul>
            {invitations.length > 0 && (
              <section className="stack">
                <h2>{t('desk.people.invitations')}</h2>
                <ul className="desk-rows">
                  {invitations.map((invitation) => (
                    <li key={invitation.id} className="desk-row desk-person">
                      <Invited invitation={invitation} reload={answer.reload} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Loaded>
      <Grant open={granting} onClose={() => setGranting(false)} reload={answer.reload} />
    </DeskPage>
  );
}

type PersonProps = { person: Person; reload: () => Promise<void> };

function Person({ person: { id, name, email, granted_at, has_factor, last_sign_in_at, is_me }, reload }: PersonProps) {
  const { t } = useTranslation();
  const clock = useClock();
  const [asking, setAsking] = useState(false);
  const Shield = has_factor ? ShieldCheck : ShieldAlert;
  return (
    <>
      <div className="desk-row__main">
        <strong>
          <bdi>{name || email}</bdi>
          {is_me && <span className="status desk-person__me">{t('desk.people.me')}</span>}
        </strong>
        <span className="muted">
          <bdi>{email}</bdi>
        </span>
        <span className="muted">{t('desk.people.since', { date: clock.moment(granted_at) })}</span>
        <span className="muted">
          {last_sign_in_at
            ? t('desk.people.last_here', { date: clock.moment(last_sign_in_at) })
            : t('desk.people.never_here')}
        </span>
        <span className="desk-person__factor" data-missing={!has_factor || undefined}>
          <Shield aria-hidden="true" />
          {t(has_factor ? 'desk.people.factor' : 'desk.people.no_factor')}
        </span>
        {is_me && !has_factor && <Link to={paths.accountTab('security')}>{t('desk.people.factor_on')}</Link>}
      </div>
      {/* Whoever takes it from themselves could not give it back. */}
      {!is_me && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {t('desk.people.revoke')}
        </Button>
      )}
      <ActDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('desk.people.revoke_title')}
        submit={t('desk.people.revoke_yes')}
        danger
        send={() => api.delete(deskApi.person(id))}
        done={t('desk.people.revoked')}
        failed={t('desk.people.revoke_failed')}
        onDone={reload}
      >
        {() => <p>{t('desk.people.revoke_text', { email })}</p>}
      </ActDialog>
    </>
  );
}

type InvitedProps = { invitation: Offer; reload: () => Promise<void> };

function Invited({ invitation: { id, email, invited_by, invited_at }, reload }: InvitedProps) {
  const { t } = useTranslation();
  const clock = useClock();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className="desk-row__main">
        <strong>
          <bdi>{email}</bdi>
        </strong>
        <span className="muted">{t('desk.people.invited', { email: invited_by, date: clock.moment(invited_at) })}</span>
      </div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {t('desk.people.withdraw')}
      </Button>
      <ActDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('desk.people.withdraw_title')}
        submit={t('desk.people.withdraw')}
        danger
        send={() => api.delete(deskApi.invitation(id))}
        done={t('desk.people.withdrawn')}
        failed={t('desk.people.withdraw_failed')}
        onDone={reload}
      >
        {() => <p>{t('desk.people.withdraw_text', { email })}</p>}
      </ActDialog>
    </>
  );
}

type GrantProps = { open: boolean; onClose: () => void; reload: () => Promise<void> };

function Grant({ open, onClose, reload }: GrantProps) {
  const { t } = useTranslation();
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={t('desk.people.grant_title')}
      submit={t('desk.people.grant_yes')}
      send={({ email }) => api.post(deskApi.people, { email })}
      done={t('desk.people.granted')}
      failed={t('desk.people.grant_failed')}
      onDone={reload}
    >
      {(errors) => (
        <>
          <p>{t('desk.people.grant_text')}</p>
          <Field
            label={t('field.email')}
            name="email"
            type="email"
            inputMode="email"
            required
            maxLength={254}
            autoComplete="off"
            dir="ltr"
            error={errors.email}
          />
        </>
      )}
    </ActDialog>
  );
}
