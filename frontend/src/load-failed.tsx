import { useCallback } from 'react';
import type { ApiError } from './api/client';
import { errorText } from './api/problem';
import { isCutOff, useReconnect } from './api/reconnect';
import { CallLink } from './call-link';
import { useTranslation } from './i18n';
import { Button } from './ui/button';
import { ErrorBox } from './ui/empty';

type Props = {
  title: string;
  error: ApiError;
  reload: () => Promise<void>;
  /** Instead of what is known of the error. */
  text?: string;
};

/** Something did not come: why, another try, by itself once the connection is back, and the telephone where the fault is not the reader's. */
export function LoadFailed({ title, error, reload, text }: Props) {
  const { t } = useTranslation();
  const again = useCallback(() => void reload(), [reload]);
  useReconnect(isCutOff(error), again);
  return (
    <ErrorBox title={title} text={text ?? errorText(t, error)}>
      <Button variant="secondary" onClick={again}>
        {t('common.retry')}
      </Button>
      {(isCutOff(error) || error.status >= 500) && <CallLink />}
    </ErrorBox>
  );
}
