// Where the shop has a service that tells people from programs, forms of accounts hold its widget in a frame and send
// the token that comes from there along.

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ApiError } from '../../api/client';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';

/** How long a form that was sent waits for a token, in milliseconds. */
const patience = 5000;

/** What the frame tells (captcha/frame.ts). */
type News = { token?: string | null; height?: number; failed?: boolean };

type Captcha = {
  /** Stands in the form, above its button. */
  widget: ReactNode;
  /** A token for one request; undefined where none is asked for. @throws ApiError when there is none */
  take: () => Promise<string | undefined>;
};

export function useCaptcha(): Captcha {
  const { captcha: service } = useSite();
  const frame = useRef<HTMLIFrameElement>(null);
  const token = useRef<string | null>(null);
  const waiting = useRef<((token: string) => void) | null>(null);

  const gotToken = (next: string | null) => {
    token.current = next;
    if (next !== null) waiting.current?.(next);
  };

  async function take(): Promise<string | undefined> {
    if (service === undefined) return undefined;
    const taken = token.current ?? (await nextToken());
    token.current = null;
    // It is good for one request.
    frame.current?.contentWindow?.postMessage('captcha-renew', location.origin);
    return taken;
  }

  function nextToken(): Promise<string> {
    return new Promise((resolve, reject) => {
      const missing = () => reject(new ApiError(400, 'captcha_failed', 'no token'));
      const timer = setTimeout(missing, patience);
      waiting.current = (token) => {
        clearTimeout(timer);
        waiting.current = null;
        resolve(token);
      };
    });
  }

  return { widget: service ? <Widget frame={frame} service={service} onToken={gotToken} /> : null, take };
}

type Props = {
  frame: RefObject<HTMLIFrameElement | null>;
  service: string;
  onToken: (token: string | null) => void;
};

function Widget({ frame, service, onToken }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  // Not in the server's HTML: the frame must not speak before somebody listens.
  const [isListened, setListened] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const tell = useRef(onToken);
  tell.current = onToken;

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<{ captcha?: News }>) => {
      if (origin !== location.origin || source === null || source !== frame.current?.contentWindow) return;
      const { token, height, failed } = data.captcha ?? {};
      if (token !== undefined) tell.current(token);
      if (height !== undefined && frame.current) frame.current.style.blockSize = `${height}px`;
      if (token || failed) setFailed(failed === true);
    };
    addEventListener('message', listen);
    setListened(true);
    return () => removeEventListener('message', listen);
  }, [frame]);

  if (!isListened) return <div className="captcha" />;
  return (
    <div className="captcha">
      <iframe
        ref={frame}
        className="captcha__frame"
        src={`/captcha?lang=${lang}`}
        title={t('captcha.title')}
      />
      {hasFailed && (
        <div className="stack" role="status">
          <p className="field__error">{t('captcha.failed')}</p>
          <Button variant="ghost" onClick={() => frame.current?.contentWindow?.location.reload()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      <p className="field__hint">{t('captcha.hint', { service })}</p>
    </div>
  );
}
