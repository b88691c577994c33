import { ApiError, api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useSentForm } from '../../api/sent-form';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { useForm } from '../account/use-form';
import { FormEnd, formAnchor, MessageField, NameAndEmail, Sendable } from './fields';
import { messageBody } from './inquiry';

/** A message to the firm. Where the owner has switched the form off, it says so and sends nothing. */
export function ContactForm() {
  const { t } = useTranslation();
  const lang = useLang();
  const { contact_form_enabled: enabled } = useSite();
  const saySwitchedOff = () =>
    toast({ title: t('contact.off_title'), description: t('error.contact_form_off'), variant: 'destructive' });

  const { values, error: refusal, forget } = useSentForm(paths.contact);

  const { busy, errors, handlers } = useForm({
    refusal,
    send: async (values, clear) => {
      if (!enabled) return saySwitchedOff();
      await api.post(resourcePaths.contactMessage, messageBody(values, lang));
      toast({ title: t('contact.sent_title'), description: t('contact.sent_text'), variant: 'success' });
      forget();
      clear();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'contact_form_off') return saySwitchedOff();
      toast({ title: t('quote.failed_title'), description: errorText(t, error), variant: 'destructive' });
    },
  });

  return (
    <div className="stack" id={formAnchor}>
      <Sendable path={paths.contact} error={refusal} sent={t('contact.sent_title')} off={t('contact.off_title')}>
        <form className="inquiry" action={`${paths.contact}#${formAnchor}`} {...handlers}>
          <NameAndEmail errors={errors} values={values} />
          <MessageField errors={errors} values={values} label={t('contact.message')} />
          <FormEnd send={t('contact.send')} busy={busy} />
        </form>
      </Sendable>
    </div>
  );
}
