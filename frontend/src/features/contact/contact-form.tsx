import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useSentForm } from '../../api/sent-form';
import { useSite } from '../../api/site';
import type { MessageReceived } from '../../api/types';
import { fillIn, forgetFormDraft, formDraft, keepFormDraft } from '../../form-draft';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { useForm } from '../account/use-form';
import { ComplaintFields } from './complaint';
import { FormEnd, MessageField, NameAndEmail, Sendable } from './fields';
import { contactBody, formAnchor, isComplaint } from './inquiry';
import type { Arrived } from './receipt';
import { receiptIsHere, Sent } from './sent';
import { useOwnDetails } from './use-own-details';

/** What was typed, until it is sent. */
const draftKey = 'contact-draft';

/** Where nobody can say that it is one, a complaint would be sent as a message, and lost to what is typed there. */
const isDraftOf = ({ takesComplaints }: Props) => takesComplaints || !isComplaint(formDraft(draftKey));

type Props = {
  /** Whether one can say that it is a complaint. */
  takesComplaints: boolean;
};

/** A message to the firm, or a complaint. Where the owner has switched the form off, it says so and sends complaints alone. */
export function ContactForm({ takesComplaints }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { contact_form_enabled: enabled } = useSite();
  const saySwitchedOff = () =>
    toast({ title: t('contact.off_title'), description: t('error.contact_form_off'), variant: 'destructive' });

  const { values, error: refusal, receipt: sentReceipt, forget } = useSentForm(paths.contact);
  const [arrived, setArrived] = useState<Arrived | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // What came back with the page is newer.
  const isNew = refusal === null && arrived === null;
  useEffect(() => {
    if (isNew && isDraftOf({ takesComplaints }) && form.current !== null) fillIn(form.current, formDraft(draftKey));
  }, [isNew, takesComplaints]);
  useOwnDetails(form, isNew);

  const { busy, errors, handlers } = useForm({
    refusal,
    send: async (values, clear) => {
      if (!enabled && !isComplaint(values)) return saySwitchedOff();
      const body = contactBody(values, lang);
      const sending = api.post<MessageReceived>(resourcePaths.contactMessage, body);
      const [{ complaint, number }, isHere] = await Promise.all([sending, receiptIsHere()]);
      if (!complaint || !isHere) {
        toast({ title: t('contact.sent_title'), description: complaint?.key ?? t('contact.sent_text'), variant: 'success', atTop: true });
      }
      forget();
      if (isDraftOf({ takesComplaints })) forgetFormDraft(draftKey);
      if (!isHere) return clear();
      setArrived(
        complaint ? { kind: 'complaint', receipt: complaint, email: body.email, text: body.message } : { kind: 'message', number },
      );
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'contact_form_off') return saySwitchedOff();
      toast({ title: t('quote.failed_title'), description: errorText(t, error), variant: 'destructive' });
    },
  });

  const came: Arrived | null | undefined = sentReceipt && { kind: 'complaint', receipt: sentReceipt, email: values.email ?? '', text: values.message ?? '' };
  const of = arrived ?? came;
  const again = () => {
    setArrived(null);
    forget();
  };
  return (
    <div className="stack" id={formAnchor}>
      {of ? (
        <Sent of={of} isNew={arrived !== null} onAgain={again} />
      ) : (
        <Sendable error={refusal} kind="message" off={t('contact.off_title')}>
          <form
            className="inquiry"
            ref={form}
            action={`${paths.contact}#${formAnchor}`}
            {...handlers}
            onInput={(event) => {
              handlers.onInput(event);
              if (isDraftOf({ takesComplaints })) keepFormDraft(draftKey, event.currentTarget);
            }}
          >
            {takesComplaints && <ComplaintFields errors={errors} values={values} />}
            <NameAndEmail errors={errors} values={values} />
            <MessageField errors={errors} values={values} label={t('contact.message')} />
            <FormEnd send={t('contact.send')} busy={busy} />
          </form>
        </Sendable>
      )}
    </div>
  );
}
