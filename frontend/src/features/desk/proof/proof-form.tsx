import { useState } from 'react';
import { api } from '../../../api/client';
import type { Proof } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import { regainFocus } from '../../../ui/focus';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useForm, type FieldErrors } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { afterSave } from '../after-save';
import { deskApi } from '../desk-paths';
import { useLeaveGuard } from '../leave-guard';
import { Section } from '../products/parts';
import { SaveBar } from '../save-bar';
import { bodyOf, draftOf, isSame, wrongNumbers, type Draft } from './draft';
import { LicenceRows, SaidRows, TeamRows } from './rows';

type Props = {
  proof: Proof;
  /** After it was saved. */
  onSaved: () => Promise<unknown>;
};

/** The sheet, which the site shows as it is saved. */
export function ProofForm({ proof, onSaved }: Props) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [base, setBase] = useState(proof);
  const [draft, setDraft] = useState(() => draftOf(proof));
  const isDirty = !isSame(draft, draftOf(base));
  const question = useLeaveGuard(isDirty);
  const take = (next: Proof) => {
    setBase(next);
    setDraft(draftOf(next));
  };
  // What was shown at first may be what this browser remembered; the server's answer comes after it.
  const [seen, setSeen] = useState(proof);
  if (proof !== seen) {
    setSeen(proof);
    if (!isDirty) take(proof);
  }
  const { busy, errors, handlers } = useForm({
    check: () => Object.fromEntries(wrongNumbers(draft).map((name) => [name, t('desk.proof.wrong_number')])),
    send: async () => {
      const isDone = await fresh(async () => {
        const saved = await api.put<Proof>(deskApi.proof, bodyOf(draft));
        setBase(saved);
        setDraft((now) => afterSave(now, draft, draftOf(saved)));
      });
      if (!isDone) return;
      toast({ title: t('desk.proof.saved'), variant: 'success' });
      await onSaved();
      // Saved, a new row is drawn anew.
      regainFocus();
    },
    onError: useFailure(t('desk.proof.failed')),
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <>
      <form className="desk-editor" {...handlers}>
        <div className="desk-editor__sections">
          <Figures draft={draft} change={change} errors={errors} />
          <LicenceRows rows={draft.licences} onChange={(licences) => change({ licences })} errors={errors} />
          <TeamRows rows={draft.team} onChange={(team) => change({ team })} errors={errors} />
          <SaidRows rows={draft.words} onChange={(words) => change({ words })} errors={errors} />
        </div>
        <SaveBar isDirty={isDirty} busy={busy} discard={() => take(base)} label={t('desk.tariff.save')} />
      </form>
      {question}
    </>
  );
}

type FiguresProps = { draft: Draft; change: (part: Partial<Draft>) => void; errors: FieldErrors };

/** Numbers that say who one deals with. */
function Figures({ draft, change, errors }: FiguresProps) {
  const { t } = useTranslation();
  const fields = [
    { name: 'since', part: 'since', label: 'desk.proof.since', hint: null, isNumber: true },
    { name: 'jobs', part: 'jobs', label: 'desk.proof.jobs', hint: 'desk.proof.jobs_hint', isNumber: true },
    { name: 'guarantee_months', part: 'guarantee', label: 'desk.proof.guarantee', hint: 'desk.proof.guarantee_hint', isNumber: true },
    { name: 'insurance/insurer', part: 'insurer', label: 'desk.proof.insurer', hint: 'desk.proof.insurer_hint', isNumber: false },
    { name: 'insurance/cover_in_euros', part: 'cover', label: 'desk.proof.cover', hint: null, isNumber: true },
  ] as const;
  return (
    <Section title={t('desk.proof.figures')} first>
      <div className="desk-tariff__amounts">
        {fields.map(({ name, part, label, hint, isNumber }) => (
          <Field
            key={name}
            label={t(label)}
            hint={hint && t(hint)}
            name={name}
            autoComplete="off"
            inputMode={isNumber ? 'numeric' : undefined}
            dir={isNumber ? 'ltr' : 'auto'}
            maxLength={isNumber ? 12 : 80}
            value={draft[part]}
            error={errors[name]}
            onChange={({ target }) => change({ [part]: target.value })}
          />
        ))}
      </div>
    </Section>
  );
}
