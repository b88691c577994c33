import { useState } from 'react';
import type { Factor } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/text-field';
import { giveFactor } from './auth';
import { codeOf } from './code';
import { CodeField, RecoveryCodeField, useCodeCheck } from './code-field';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

type Props = {
  /** Any one of them will do. */
  factors: Factor[];
  /** The code was right: the browser's session is whole. */
  onGiven: () => Promise<void>;
};

/** Asks for the second factor: a code of the app, or a recovery code when the phone is not there. */
export function FactorForm(props: Props) {
  const { t } = useTranslation();
  const [recovering, setRecovering] = useState(false);
  return (
    <>
      <FactorCode key={String(recovering)} {...props} recovering={recovering} />
      <Button variant="ghost" block onClick={() => setRecovering(!recovering)}>
        {t(recovering ? 'factor.use_app' : 'factor.use_recovery')}
      </Button>
    </>
  );
}

function FactorCode({ factors, onGiven, recovering }: Props & { recovering: boolean }) {
  const { t } = useTranslation();
  const sixDigits = useCodeCheck('code');
  const { busy, errors, handlers } = useForm({
    check: recovering ? undefined : sixDigits,
    send: async ({ factor = factors[0]?.id ?? '', code = '' }) => {
      await giveFactor(factor, codeOf(code));
      await onGiven();
    },
    onError: useFailure(t('factor.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      {factors.length > 1 && !recovering && (
        <SelectField label={t('factor.which')} name="factor">
          {factors.map(({ id, friendly_name }, index) => (
            <option key={id} value={id}>
              {friendly_name || `${t('factor.app')} ${index + 1}`}
            </option>
          ))}
        </SelectField>
      )}
      {recovering ? (
        <RecoveryCodeField errors={errors} autoFocus />
      ) : (
        <CodeField name="code" hint={t('factor.hint')} errors={errors} autoFocus />
      )}
      <Button type="submit" block busy={busy}>
        {t('factor.submit')}
      </Button>
    </form>
  );
}
