// What the contact form asks of a complaint.

import { useTranslation } from '../../i18n';
import { Field } from '../../ui/field';
import { SelectField } from '../../ui/text-field';
import type { FormState } from './fields';

/** What somebody writes, and of a complaint the order it is about. */
export function ComplaintFields({ errors, values }: FormState) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('contact.kind')}
        hint={t('contact.kind_hint')}
        name="kind"
        defaultValue={values.kind ?? ''}
        error={errors.kind}
      >
        <option value="">{t('contact.kind_message')}</option>
        <option value="complaint">{t('contact.kind_complaint')}</option>
      </SelectField>
      <Field
        className="inquiry__order"
        label={t('contact.order')}
        hint={t('contact.order_hint')}
        name="order"
        autoComplete="off"
        dir="ltr"
        maxLength={100}
        defaultValue={values.order}
        error={errors.order}
      />
    </>
  );
}
