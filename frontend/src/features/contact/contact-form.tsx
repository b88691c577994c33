import { ApiError, api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { useForm } from '../account/use-form';
import { ConsentLine, MessageField, NameAndEmail, Trap, WithoutScripts } from './fields';
import { messageBody } from './inquiry';

/** A message to the firm. Where the owner has switched the form off, it says so and sends nothing. */
export function ContactForm() {
  const { t } = useTranslation();
  const lang = useLang();
  const { contact_form_enabled: enabled } = useSite();
  const saySwitchedOff = () =>
    toast({ title: t('contact.off_title'), description: t('error.contact_form_off'), variant: 'destructive' });

  const { busy, errors, handlers } = useForm({
    send: async (values, clear) => {
      if (!enabled) return saySwitchedOff();
      await api.post(resourcePaths.contactMessage, messageBody(values, lang));
      toast({ title: t('contact.sent_title'), description: t('contact.sent_text'), variant: 'success' });
      clear();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'contact_form_off') return saySwitchedOff();
      toast({ title: t('quote.failed_title'), description: errorText(t, error), variant: 'destructive' });
    },
  });

  return (
    <div className="stack">
      <WithoutScripts />
      <form className="inquiry" {...handlers}>
        <NameAndEmail errors={errors} />
        <MessageField errors={errors} label={t('contact.message')} />
        <Trap />
        <Button type="submit" busy={busy}>
          {t('contact.send')}
        </Button>
        <ConsentLine />
      </form>
    </div>
  );
}
