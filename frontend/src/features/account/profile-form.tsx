import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useResource } from '../../api/resource';
import type { Profile } from '../../api/types';
import { useTranslation } from '../../i18n';
import { LoadFailed } from '../../load-failed';
import { Button } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { AddressFields, NameField, PhoneField } from './fields';
import { isPhone } from './phone';
import { isPeninsular, isSpain } from './delivery-area';
import { userUpdated } from './session';
import { useForm, type FieldErrors, type FormValues } from './use-form';

type Props = {
  userId: string;
  /** Given when the buyer came to complete an address: all of it is then needed, and this leads back. */
  onContinue?: () => void;
};

/** The reader's own name and address. */
export function ProfileForm({ userId, onContinue }: Props) {
  const { t } = useTranslation();
  const { data, error, reload } = useResource<Profile>(resourcePaths.profile(userId));
  if (error) {
    return (
      <LoadFailed title={t('account.profile_load_failed')} error={error} reload={reload} />
    );
  }
  if (!data) return <Spinner label={t('common.loading')} />;
  return <LoadedForm profile={data} onSaved={reload} onContinue={onContinue} />;
}

type LoadedProps = Omit<Props, 'userId'> & { profile: Profile; onSaved: () => Promise<void> };

function LoadedForm({ profile, onSaved, onContinue }: LoadedProps) {
  const { t } = useTranslation();
  const buying = onContinue !== undefined;

  // A profile may say where somebody lives; an order goes to the peninsula.
  const check = ({ postal_code = '', country = '', phone = '' }: FormValues): FieldErrors => {
    const wrong: FieldErrors = isPhone(phone) ? {} : { phone: t('form.phone_format') };
    if (!buying) return wrong;
    const written = /^[0-9]{5}$/.test(postal_code);
    return {
      ...wrong,
      ...(!isPeninsular(postal_code) && { postal_code: t(written ? 'form.outside_peninsula' : 'form.postcode_format') }),
      ...(!isSpain(country) && { country: t('form.outside_country') }),
    };
  };

  const { busy, errors, handlers } = useForm({
    check,
    send: async ({ name, address, city, postal_code, country, phone }) => {
      const changes = { name, address, city, postal_code, country, phone };
      await api.patch<Profile>(resourcePaths.profile(profile.id), changes);
      toast({
        title: t('account.saved_title'),
        description: t('account.saved_text'),
        variant: 'success',
      });
      await onSaved();
      void userUpdated();
      onContinue?.();
    },
    onError: (error) =>
      toast({
        title: t('account.save_failed'),
        description: errorText(t, error),
        variant: 'destructive',
      }),
  });

  return (
    <form className="panel stack" {...handlers}>
      <h2 className="panel__title">{t('account.profile_title')}</h2>
      {buying && <p className="notice">{t('account.from_checkout')}</p>}
      <NameField errors={errors} value={profile.name} />
      <AddressFields errors={errors} value={profile} required={buying} />
      <PhoneField errors={errors} value={profile.phone} />
      <Button type="submit" busy={busy}>
        {buying ? t('account.save_continue') : t('account.save')}
      </Button>
    </form>
  );
}
