import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useSentForm } from '../../api/sent-form';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Field } from '../../ui/field';
import { SelectField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useForm } from '../account/use-form';
import { FormEnd, formAnchor, MessageField, NameAndEmail, Sendable } from './fields';
import { PhotosField } from './photos-field';
import { usePhotos } from './use-photos';
import { isIncomplete, quoteBody, services } from './inquiry';

type Props = {
  /** What is asked for, as soon as it is known: the message begins with it, unless one is begun already. */
  about?: string;
};

/** A request for a quote. Once it is sent, the reader goes on to the landing page. */
export function QuoteForm({ about }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const message = form.current?.elements.namedItem('message');
    if (about === undefined || !(message instanceof HTMLTextAreaElement) || message.value !== '') return;
    message.value = t('quote.about', { title: about });
  }, [about, t]);
  const lang = useLang();
  const navigate = useNavigate();
  const { values, photos: kept, error: refusal, forget } = useSentForm(paths.quote);
  const photos = usePhotos(kept);
  const { busy, errors, handlers } = useForm({
    refusal,
    send: async (values, clear) => {
      const settled = await photos.settled();
      if (settled.some(({ error }) => error)) {
        return toast({ title: t('quote.failed_title'), description: t('quote.photos_failed'), variant: 'destructive' });
      }
      const ids = settled.flatMap(({ id }) => id ?? []);
      await api.post(resourcePaths.budgetRequest, quoteBody(values, lang, ids));
      toast({ title: t('quote.sent_title'), description: t('contact.sent_text'), variant: 'success' });
      forget();
      clear();
      await navigate(paths.home);
      // The page is here until the next one has come.
      return 'leaving';
    },
    onRefused: (values) => {
      if (!isIncomplete(values)) return;
      toast({ title: t('quote.required_title'), description: t('quote.required_text'), variant: 'destructive' });
    },
    onError: () =>
      toast({ title: t('quote.failed_title'), description: t('quote.failed_text'), variant: 'destructive' }),
  });

  return (
    <div className="panel stack" id={formAnchor}>
      <Sendable path={paths.quote} error={refusal} sent={t('quote.sent_title')}>
        <form className="inquiry" ref={form} action={`${paths.quote}#${formAnchor}`} encType="multipart/form-data" {...handlers}>
          <NameAndEmail errors={errors} values={values} />
          <Field
            label={t('quote.phone')}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
            maxLength={30}
            pattern="(?:[ +.\-\(\)\/]*[0-9]){6,}[ +.\-\(\)\/]*"
            defaultValue={values.phone}
            error={errors.phone}
          />
          <div className="inquiry__pair">
            <SelectField label={t('quote.service')} name="service" defaultValue={values.service ?? ''} error={errors.service}>
              <option value="">{t('quote.service_none')}</option>
              {services.map((key) => (
                <option key={key} value={key}>
                  {t(`services.${key}.title`)}
                </option>
              ))}
            </SelectField>
            <Field
              label={t('quote.town')}
              name="town"
              autoComplete="postal-code"
              maxLength={100}
              defaultValue={values.town}
              error={errors.town}
            />
          </div>
          <Field
            label={t('quote.when')}
            name="when"
            autoComplete="off"
            placeholder={t('quote.when_placeholder')}
            maxLength={100}
            defaultValue={values.when}
            error={errors.when}
          />
          <MessageField
            errors={errors}
            values={values}
            label={t('quote.message')}
            hint={t('quote.message_hint')}
            begun={about === undefined ? undefined : t('quote.about', { title: about })}
          />
          <PhotosField photos={photos} error={errors.photos} />
          <FormEnd send={t('quote.send')} busy={busy} />
        </form>
      </Sendable>
    </div>
  );
}
