import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n';
import type { Lang } from '../../languages';
import { isHere, needLanguage } from '../../sections';
import { translator, type TFunction } from '../../translation';

/** The texts of a customer's language; until they are here, and where they cannot be fetched, those in use. */
export function useTextsIn(lang: Lang): TFunction {
  const { t } = useTranslation();
  const [ready, setReady] = useState<Lang | null>(isHere(lang) ? lang : null);
  useEffect(() => {
    let shown = true;
    // Better in the desk's own language than not at all.
    needLanguage(lang).then(() => shown && setReady(lang), () => undefined);
    return () => void (shown = false);
  }, [lang]);
  return ready === lang ? translator(lang) : t;
}
