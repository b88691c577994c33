import { useState } from 'react';
import { api, ApiError } from '../../../api/client';
import type { DeskTariff } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { regainFocus } from '../../../ui/focus';
import { SelectField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useForm, type FieldErrors } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { afterSave } from '../after-save';
import { deskApi } from '../desk-paths';
import { useLeaveGuard } from '../leave-guard';
import { Section } from '../products/parts';
import { SaveBar } from '../save-bar';
import { useClock } from '../when';
import { bodyOf, draftOf, isSame, wrongAmounts, type Draft } from './draft';
import { LineRows } from './line-rows';
import { ZoneRows } from './zone-rows';

type Props = {
  tariff: DeskTariff;
  /** After it was saved. */
  onSaved: () => Promise<void>;
};

const money = { inputMode: 'decimal', dir: 'ltr', autoComplete: 'off', maxLength: 12 } as const;

/** The table of prices, which is published as it is saved. */
export function TariffForm({ tariff, onSaved }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const fresh = useFreshSignIn();
  const failed = useFailure(t('desk.tariff.failed'));
  const [base, setBase] = useState(tariff);
  const [draft, setDraft] = useState(() => draftOf(tariff.prices, lang));
  const [isConflict, setConflict] = useState(false);
  const isDirty = !isSame(draft, draftOf(base.prices, lang));
  const question = useLeaveGuard(isDirty);
  // What was shown at first may be what this browser remembered; the server's answer comes after it.
  const [seen, setSeen] = useState(tariff);
  const take = (next: DeskTariff) => {
    setBase(next);
    setDraft(draftOf(next.prices, lang));
  };
  if (tariff !== seen) {
    setSeen(tariff);
    if (!isDirty && tariff.version > base.version) take(tariff);
  }

  const save = async (version: number) => {
    const isDone = await fresh(async () => {
      const saved = await api.put<DeskTariff>(deskApi.tariff, bodyOf(draft, version));
      setBase(saved);
      setDraft((now) => afterSave(now, draft, draftOf(saved.prices, lang)));
    });
    if (!isDone) return;
    setConflict(false);
    toast({ title: t('desk.tariff.saved'), variant: 'success' });
    await onSaved();
    // Saved, a new row is drawn anew.
    regainFocus();
  };
  const { busy, errors, handlers } = useForm({
    check: (values) => Object.fromEntries(wrongAmounts(values).map((name) => [name, t('desk.tariff.wrong_price')])),
    send: () => save(base.version),
    onError: (error) => (error instanceof ApiError && error.code === 'tariff_changed' ? setConflict(true) : failed(error)),
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <>
      <form className="desk-editor" {...handlers}>
        <div className="desk-editor__sections">
          <Work draft={draft} change={change} errors={errors} holidays={base.holidays} />
          <ZoneRows zones={draft.zones} onChange={(zones) => change({ zones })} errors={errors} />
          <LineRows part="jobs" lines={draft.jobs} onChange={(jobs) => change({ jobs })} errors={errors}>
            <InJobs what="call_out" said={draft.callOutInJobs} onChange={(callOutInJobs) => change({ callOutInJobs })} />
            <InJobs what="surcharges" said={draft.surchargesInJobs} onChange={(surchargesInJobs) => change({ surchargesInJobs })} />
          </LineRows>
          <LineRows part="parts" lines={draft.parts} onChange={(parts) => change({ parts })} errors={errors} />
        </div>
        <SaveBar isDirty={isDirty} busy={busy} discard={() => take(base)} label={t('desk.tariff.save')} />
      </form>
      {question}
      <Conflict
        open={isConflict}
        onClose={() => setConflict(false)}
        keepMine={(theirs) => save(theirs.version)}
        takeTheirs={(theirs) => {
          take(theirs);
          setConflict(false);
        }}
        failed={failed}
      />
    </>
  );
}

type InJobsProps = {
  what: 'call_out' | 'surcharges';
  said: boolean | null;
  onChange: (said: boolean | null) => void;
};

/** Whether the prices of jobs hold the call-out, and what nights and holidays cost: buyers ask, and so the page says it. */
function InJobs({ what, said, onChange }: InJobsProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t(`desk.tariff.${what}_in_jobs`)}
      value={said === null ? '' : String(said)}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value === 'true')}
    >
      <option value="">{t('desk.tariff.in_jobs_unsaid')}</option>
      <option value="true">{t(`desk.tariff.${what}_included`)}</option>
      <option value="false">{t(`desk.tariff.${what}_apart`)}</option>
    </SelectField>
  );
}

type ConflictProps = {
  open: boolean;
  onClose: () => void;
  /** Saves what is written here in place of the state that is in force. */
  keepMine: (theirs: DeskTariff) => Promise<void>;
  takeTheirs: (theirs: DeskTariff) => void;
  failed: (error: unknown) => void;
};

/** Somebody else saved the table meanwhile: whose prices are to count. */
function Conflict({ open, onClose, keepMine, takeTheirs, failed }: ConflictProps) {
  const { t } = useTranslation();
  const latest = async (then: (theirs: DeskTariff) => Promise<void> | void) => {
    try {
      await then(await api.get<DeskTariff>(deskApi.tariff));
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('desk.tariff.conflict_title')} closeLabel={t('common.close')}>
      <div className="stack">
        <p>{t('desk.tariff.conflict_text')}</p>
        <div className="row desk-dialog__acts">
          <Button onClick={() => void latest(keepMine)}>{t('desk.tariff.conflict_mine')}</Button>
          <Button variant="secondary" onClick={() => void latest(takeTheirs)}>
            {t('desk.tariff.conflict_theirs')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type WorkProps = { draft: Draft; change: (part: Partial<Draft>) => void; errors: FieldErrors; holidays: DeskTariff['holidays'] };

/** What an hour costs, and the only two surcharges there are. */
function Work({ draft, change, errors, holidays }: WorkProps) {
  const { t } = useTranslation();
  const clock = useClock();
  const amounts = [
    { name: 'call_out_in_cents', part: 'callOut', label: 'desk.tariff.call_out', hint: 'desk.tariff.call_out_hint' },
    { name: 'hour_in_cents', part: 'hour', label: 'desk.tariff.hour', hint: null },
    { name: 'night_in_cents', part: 'night', label: 'desk.tariff.night', hint: 'desk.tariff.night_hint' },
    { name: 'holiday_in_cents', part: 'holiday', label: 'desk.tariff.holiday', hint: 'desk.tariff.holiday_hint' },
  ] as const;
  const days = holidays.map(({ date, name }) => `${clock.date(date)}${name === '' ? '' : ` (${name})`}`).join(t('common.comma'));
  return (
    <Section title={t('desk.tariff.work')} first>
      <div className="desk-tariff__amounts">
        {amounts.map(({ name, part, label, hint }) => (
          <Field
            key={name}
            {...money}
            label={t(label)}
            hint={hint && t(hint)}
            name={name}
            value={draft[part]}
            error={errors[name]}
            onChange={({ target }) => change({ [part]: target.value })}
          />
        ))}
      </div>
      <p className="field__hint">{days === '' ? t('desk.tariff.holidays_none') : t('desk.tariff.holidays', { days })}</p>
      <p className="field__hint">{t('desk.tariff.no_urgency')}</p>
    </Section>
  );
}
