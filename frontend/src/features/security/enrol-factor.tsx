import { useEffect, useRef } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { Enrolled, RecoveryCodes } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { giveFactor } from '../account/auth';
import { codeOf } from '../account/code';
import { CodeField, useCodeCheck } from '../account/code-field';
import { signedIn } from '../account/session';
import { useFailure } from '../account/use-failure';
import { useForm } from '../account/use-form';
import { CopyButton } from './copy-button';

type Props = {
  enrolment: Enrolled;
  /** Gets the recovery codes, which are seen this once. */
  onEnrolled: (codes: string[]) => Promise<void>;
  onCancel: () => void;
};

/** Hands the secret to an app; its first code completes the enrolment. */
export function EnrolFactor({ enrolment: { id, totp }, onEnrolled, onCancel }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { busy, errors, handlers } = useForm({
    check: useCodeCheck('code'),
    send: async ({ code = '' }) => {
      await giveFactor(id, codeOf(code));
      await signedIn();
      const { codes } = await api.post<RecoveryCodes>(resourcePaths.recoveryCodes);
      await onEnrolled(codes);
    },
    onError: useFailure(t('factor.failed')),
  });

  return (
    <div className="enrol stack">
      <h3 className="enrol__title" ref={heading} tabIndex={-1}>
        {t('enrol.title')}
      </h3>
      <p>{t('enrol.scan')}</p>
      <img
        className="enrol__picture"
        src={`data:image/svg+xml;utf-8,${encodeURIComponent(totp.qr_code)}`}
        width={200}
        height={200}
        alt={t('enrol.picture')}
      />
      <p>
        {t('enrol.type')} <a href={totp.uri}>{t('enrol.open')}</a>
      </p>
      <div className="security__row">
        <code className="enrol__secret" dir="ltr">
          {totp.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={totp.secret} />
      </div>
      <form className="stack" {...handlers}>
        <CodeField name="code" hint={t('enrol.code_hint')} errors={errors} />
        <div className="row">
          <Button type="submit" busy={busy}>
            {t('enrol.submit')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('enrol.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}
