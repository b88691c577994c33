import PencilLine from 'lucide-react/icons/pencil-line';
import { useState } from 'react';
import type { DeskOrder } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import type { FieldErrors, FormValues } from '../account/use-form';
import { ActDialog } from './act-dialog';
import { useOrderAct } from './order-acts';

/** Puts right what somebody without an account mistyped at the checkout. */
export function CorrectEmail({ order, reload }: { order: DeskOrder; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { post, ...act } = useOrderAct('email', { order, reload, open: isOpen, onClose: () => setOpen(false) });
  // The server would do nothing, and mail nobody.
  const check = ({ email = '' }: FormValues): FieldErrors =>
    email.toLowerCase() === order.email ? { email: t('desk.order.unchanged') } : {};
  return (
    <>
      <Button variant="ghost" className="desk-order__correct" onClick={() => setOpen(true)}>
        <PencilLine aria-hidden="true" />
        {t('desk.order.email')}
      </Button>
      <ActDialog {...act} check={check} send={({ email }) => post({ email })}>
        {(errors) => (
          <>
            <p>{t('desk.order.email_text')}</p>
            <Field
              label={t('desk.order.email_label')}
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              defaultValue={order.email}
              error={errors.email}
            />
          </>
        )}
      </ActDialog>
    </>
  );
}
