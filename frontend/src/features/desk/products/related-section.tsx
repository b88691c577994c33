import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useResource } from '../../../api/resource';
import type { DeskProductList } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { deskApi } from '../desk-paths';
import { newKey, type RelatedDraft } from './draft';
import { useEditorContext } from './form-context';
import { moved, Remove, Section, Tools, spanish, withPart } from './parts';

/** Milliseconds between the last letter and the search. */
const pause = 300;

/** Other products that its page shows under headings. */
export function Related() {
  const { t } = useTranslation();
  const { base, draft, set, field } = useEditorContext();
  const { related } = draft;
  const [found, setFound] = useState<Record<string, string>>({});
  const nameOf = (slug: string) => found[slug] ?? base?.related_titles[slug] ?? slug;
  const change = (key: string, part: Partial<RelatedDraft>) => set({ related: withPart(related, key, part) });
  return (
    <Section title={t('desk.product.related')} count={related.length}>
      {related.map(({ key, title, slugs }, at) => (
        <fieldset className="desk-part stack" key={key}>
          <legend className="visually-hidden">{title}</legend>
          <div className="desk-line">
            <Field
              label={t('desk.product.related_section', { n: at + 1 })}
              maxLength={200}
              {...spanish}
              value={title}
              onChange={({ target }) => change(key, { title: target.value })}
              {...field(`sections/${at}`)}
            />
            <Remove name={title} onClick={() => set({ related: related.filter((one) => one.key !== key) })} />
          </div>
          <ul className="desk-rows">
            {slugs.map((slug, n) => (
              <li className="desk-line" key={slug}>
                <bdi lang="es">{nameOf(slug)}</bdi>
                <Tools
                  name={nameOf(slug)}
                  at={n}
                  of={slugs.length}
                  onMove={(to) => change(key, { slugs: moved(slugs, n, to) })}
                  onRemove={() => change(key, { slugs: slugs.filter((one) => one !== slug) })}
                />
              </li>
            ))}
          </ul>
          <Finder
            without={[...slugs, draft.slug]}
            onFound={(slug, name) => {
              setFound({ ...found, [slug]: name });
              change(key, { slugs: [...slugs, slug] });
            }}
          />
        </fieldset>
      ))}
      <Button
        variant="secondary"
        className="desk-add"
        onClick={() => set({ related: [...related, { key: newKey(), title: '', slugs: [] }] })}
      >
        <Plus aria-hidden="true" />
        {t('desk.product.related_add')}
      </Button>
    </Section>
  );
}

/** Finds a product by its words. */
function Finder({ without, onFound }: { without: string[]; onFound: (slug: string, title: string) => void }) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(q.trim()), pause);
    return () => clearTimeout(timer);
  }, [q]);
  const asked = words === '' ? null : `${deskApi.products}?${new URLSearchParams({ q: words, limit: '8' }).toString()}`;
  const { data } = useResource<DeskProductList>(asked);
  const found = (data?.products ?? []).filter(({ slug }) => !without.includes(slug));
  return (
    <div className="stack" role="group" aria-label={t('desk.product.related_search')}>
      <div className="desk-search">
        <Search aria-hidden="true" />
        <input
          className="field__input"
          type="search"
          maxLength={100}
          aria-label={t('desk.product.related_search')}
          placeholder={t('desk.product.related_search')}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      {asked !== null && (
        <ul className="desk-found" aria-live="polite">
          {found.map(({ id, slug, title }) => (
            <li key={id}>
              <Button variant="ghost" onClick={() => onFound(slug, title)}>
                <Plus aria-hidden="true" />
                <bdi lang="es">{title}</bdi>
              </Button>
            </li>
          ))}
          {data !== undefined && found.length === 0 && <li className="muted">{t('desk.nothing_title')}</li>}
        </ul>
      )}
    </div>
  );
}
