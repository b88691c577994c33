import { errorText } from '../../api/problem';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { AddressFields, EmailField, NameField, PasswordField } from './fields';
import { signUp } from './auth';
import { useCaptcha } from './captcha';
import { Linked } from './linked';
import { useForm } from './use-form';

/** Asks for an account; `onAsk` is called before, for the mail may come and the answer be lost; `onDone` gets the address it went to. */
export function RegisterForm({ onAsk, onDone }: { onAsk: () => void; onDone: (email: string) => void }) {
  const { t } = useTranslation();
  const lang = useLang();
  const captcha = useCaptcha();
  const { busy, errors, handlers } = useForm({
    send: async ({ name = '', email = '', password = '', address = '', city = '', postal_code = '', country = '' }) => {
      onAsk();
      const form = { name, email, password, address, city, postal_code, country, lang };
      await signUp(form, await captcha.take());
      toast({
        title: t('register.done_title'),
        description: t('register.done_text'),
        variant: 'success',
        atTop: true,
      });
      onDone(email);
    },
    onError: (error) =>
      toast({
        title: t('register.failed'),
        description: errorText(t, error),
        variant: 'destructive',
      }),
  });
  return (
    <form className="stack" {...handlers}>
      <NameField errors={errors} />
      <EmailField errors={errors} isNew />
      <PasswordField errors={errors} isNew />
      <fieldset className="stack form__group">
        <legend className="form__legend">{t('register.address_title')}</legend>
        <p className="muted">{t('register.address_hint')}</p>
        <AddressFields errors={errors} />
      </fieldset>
      {captcha.widget}
      <Button type="submit" block busy={busy}>
        {t('register.submit')}
      </Button>
      <p className="field__hint">
        <Linked
          text={t('register.legal')}
          links={[
            { words: t('register.terms'), to: paths.terms },
            { words: t('footer.privacy'), to: paths.privacy },
          ]}
        />
      </p>
    </form>
  );
}
