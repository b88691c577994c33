import Printer from 'lucide-react/icons/printer';
import { useEffect, useRef } from 'react';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { CopyButton } from './copy-button';

type Props = { codes: string[]; onDone: () => void };

/** Recovery codes, the only time they are seen. On paper they stand alone. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation();
  const { brand } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="recovery-codes stack notice notice--attention">
      <h3 className="enrol__title" ref={heading} tabIndex={-1}>
        {t('recovery.title', { brand })}
      </h3>
      <p>{t('recovery.text')}</p>
      <ul className="recovery-codes__list" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row recovery-codes__actions">
        <CopyButton text={codes.join('\n')} />
        <Button variant="secondary" onClick={() => print()}>
          <Printer aria-hidden="true" /> {t('recovery.print')}
        </Button>
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </div>
    </div>
  );
}
