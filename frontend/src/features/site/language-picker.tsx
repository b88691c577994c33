import Globe from 'lucide-react/icons/globe';
import { useRef, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { changeLanguage, useLang, useTranslation } from '../../i18n';
import { langCodes, languages, type Lang } from '../../languages';
import { useDismiss } from '../../ui/use-dismiss';

/** Links that work without scripts; with them, the language changes on the spot. */
export function LanguagePicker() {
  const { t } = useTranslation();
  const lang = useLang();
  const box = useRef<HTMLDetailsElement>(null);
  const close = () => box.current?.removeAttribute('open');

  useDismiss(box, 'summary', () => {
    const wasOpen = box.current?.open === true;
    close();
    return wasOpen;
  });
  const onChoose = () => {
    close();
    box.current?.querySelector('summary')?.focus({ preventScroll: true });
  };

  return (
    <details className="language" ref={box}>
      <summary className="language__summary" aria-label={`${t('nav.language')}: ${lang.toUpperCase()}, ${languages[lang].name}`}>
        <Globe aria-hidden="true" />
        <span aria-hidden="true">{lang.toUpperCase()}</span>
      </summary>
      <LanguageLinks onChoose={onChoose} />
    </details>
  );
}

export function LanguageLinks({ onChoose }: { onChoose?: () => void }) {
  const { i18n } = useTranslation();
  const lang = useLang();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();

  const searchWith = (code: Lang | null) => {
    const query = new URLSearchParams(search);
    query.delete('lang');
    if (code !== null) query.append('lang', code);
    const text = query.toString();
    return text === '' ? '' : `?${text}`;
  };

  const choose = (event: MouseEvent, code: Lang) => {
    event.preventDefault();
    onChoose?.();
    // A language in the address would bring the old one back on reload.
    if (searchWith(null) !== search) {
      void navigate({ pathname, search: searchWith(null), hash }, { replace: true, state: { keepScroll: true } });
    }
    void changeLanguage(i18n, code);
  };

  return (
    <ul className="language__list">
      {langCodes.map((code) => (
        <li key={code}>
          <Link
            to={{ pathname, search: searchWith(code) }}
            lang={code}
            hrefLang={code}
            rel="alternate"
            aria-current={code === lang ? 'true' : undefined}
            onClick={(event) => choose(event, code)}
          >
            {languages[code].name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
