import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useSentForm } from '../../api/sent-form';
import type { QuoteReceived } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { SelectField } from '../../ui/text-field';
import { dismissToast, toast } from '../../ui/toast';
import { useForm } from '../account/use-form';
import { FormEnd, MessageField, NameAndEmail, Sendable } from './fields';
import { PhotosField } from './photos-field';
import { fillInQuoteDraft, forgetQuoteDraft, keepQuoteDraft, proposeService } from './quote-draft';
import { useOwnDetails } from './use-own-details';
import { forgetPhotos, usePhotos, type Photos } from './use-photos';
import { formAnchor, isIncomplete, quoteBody, services } from './inquiry';
import { receiptIsHere } from './sent';
import type { QuoteSent } from './sent-quote';

type Props = {
  /** What is asked for, as soon as it is known: the message begins with it, unless one is begun already. */
  about?: string;
  /** The product that the address names. */
  product?: string;
  /** The service that fits it, where that is evident. */
  service?: string;
};

/** A request for a quote. Once it is sent, the reader goes on to the landing page, where its receipt is. */
export function QuoteForm({ about, product, service }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { values, photos: kept, error: refusal, forget } = useSentForm(paths.quote);
  // What came back with the page is newer.
  const isNew = refusal === null;
  useEffect(() => {
    if (isNew && form.current !== null) fillInQuoteDraft(form.current);
  }, [isNew]);
  useEffect(() => {
    if (isNew && service !== undefined && form.current !== null) proposeService(form.current, service);
  }, [isNew, service]);
  useEffect(() => {
    const message = form.current?.elements.namedItem('message');
    if (about === undefined || !(message instanceof HTMLTextAreaElement) || message.value !== '') return;
    message.value = t('quote.about', { title: about });
  }, [about, t]);
  useOwnDetails(form, isNew);
  const lang = useLang();
  const navigate = useNavigate();
  const photos = usePhotos(kept);
  /** How often it was not sent for want of a photo. */
  const [heldBack, setHeldBack] = useState(0);
  const { busy, errors, handlers } = useForm({
    refusal,
    send: async (values, clear) => {
      const settled = await photos.settled();
      if (settled.some(({ error }) => error)) {
        return setHeldBack((before) => before + 1);
      }
      const ids = settled.flatMap(({ kept }) => kept ?? []);
      const sending = api.post<QuoteReceived>(resourcePaths.budgetRequest, quoteBody(values, lang, ids));
      const [{ number }] = await Promise.all([sending, receiptIsHere()]);
      toast({ title: t('quote.sent_title'), description: t('contact.sent_text'), variant: 'success', atTop: true });
      forget();
      forgetQuoteDraft();
      forgetPhotos();
      clear();
      await navigate(paths.home, { state: { quoteSent: number, isDone: true } satisfies QuoteSent });
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
      <Sendable error={refusal} kind="quote">
        <form
          className="inquiry"
          ref={form}
          action={`${product === undefined ? paths.quote : paths.quoteFor(product)}#${formAnchor}`}
          encType="multipart/form-data"
          {...handlers}
          onSubmit={(event) => {
            // What was wrong before may be right now.
            dismissToast();
            void handlers.onSubmit(event);
          }}
          onInput={(event) => {
            handlers.onInput(event);
            keepQuoteDraft(event.currentTarget, service);
          }}
        >
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
          <HeldBack times={heldBack} photos={photos} onWithout={() => form.current?.requestSubmit()} />
          <FormEnd send={t('quote.send')} busy={busy} />
        </form>
      </Sendable>
    </div>
  );
}

type HeldBackProps = { times: number; photos: Photos; onWithout: () => void };

/** Why it was not sent, as long as a photo that did not arrive is among the others, and the way to send it all the same. */
function HeldBack({ times, photos, onWithout }: HeldBackProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const isShown = times > 0 && photos.list.some(({ error }) => error);
  useEffect(() => {
    if (times > 0) box.current?.focus();
  }, [times]);
  if (!isShown) return null;
  const sendWithout = () => {
    photos.removeFailed();
    onWithout();
  };
  return (
    <div className="notice notice--attention stack" role="alert" tabIndex={-1} ref={box}>
      <p>{t('quote.photos_failed')}</p>
      <div className="row">
        <Button variant="secondary" onClick={sendWithout}>
          {t('quote.photos_without')}
        </Button>
      </div>
    </div>
  );
}
