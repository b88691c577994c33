import Search from 'lucide-react/icons/search';
import { useId, useRef, useState, type ComponentType, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';
import { Button } from '../../ui/button';
import { rememberSearch } from './recent-searches';
import type { Listed, Props as SuggestionsProps } from './suggestions';

type Panel = ComponentType<SuggestionsProps>;

/** The panel of suggestions; its code comes when somebody is about to type. */
const fetchPanel = async (): Promise<Panel> => {
  const code = import('../../later').then((module) => module.Suggestions);
  const [panel] = await Promise.all([code, needSections(['finding']), applyWholeStyle()]);
  return panel;
};

/**
 * Searches the whole shop; the types then narrow down what was found. A plain form, which a script makes a combobox
 * with suggestions.
 */
export function StoreSearch({ q }: { q: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const onKey = useRef<((event: KeyboardEvent) => void) | null>(null);
  const asked = useRef(false);
  const [Panel, setPanel] = useState<Panel | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [{ open, active }, setListed] = useState<Listed>({ open: false });

  const wake = (typed: string) => {
    setText(typed);
    if (asked.current) return;
    asked.current = true;
    // Without them the search works as ever; the next try asks again.
    fetchPanel().then(
      (panel) => setPanel(() => panel),
      () => (asked.current = false),
    );
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('q');
    const wanted = typeof entered === 'string' ? entered.trim() : '';
    rememberSearch(wanted);
    void navigate(paths.store({ q: wanted || undefined }));
  };
  const combobox = Panel && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': open,
    'aria-controls': id,
    'aria-activedescendant': active,
  };
  return (
    <form className="store-search" role="search" action={paths.store()} onSubmit={submit} ref={form}>
      <label className="visually-hidden" htmlFor="store-search">
        {t('store.search')}
      </label>
      <input
        className="field__input"
        id="store-search"
        type="search"
        name="q"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={q}
        placeholder={t('store.search')}
        onFocus={(event) => wake(event.currentTarget.value)}
        onInput={(event) => wake(event.currentTarget.value)}
        onKeyDown={(event) => onKey.current?.(event)}
        {...combobox}
      />
      <Button type="submit" variant="secondary" aria-label={t('store.search_submit')}>
        <Search aria-hidden="true" />
      </Button>
      {Panel && text !== null && <Panel id={id} text={text} form={form} onKey={onKey} onListed={setListed} />}
    </form>
  );
}
