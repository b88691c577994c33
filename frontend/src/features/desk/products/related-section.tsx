import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useEffect, useState, type ReactNode } from 'react';
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
  const { draft, set, field } = useEditorContext();
  const { related } = draft;
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
              <Named key={slug} slug={slug}>
                {(name) => (
                  <Tools
                    name={name}
                    at={n}
                    of={slugs.length}
                    onMove={(to) => change(key, { slugs: moved(slugs, n, to) })}
                    onRemove={() => change(key, { slugs: slugs.filter((one) => one !== slug) })}
                  />
                )}
              </Named>
            ))}
          </ul>
          <Finder
            without={[...slugs, draft.slug]}
            onFound={(slug) => change(key, { slugs: [...slugs, slug] })}
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

/** Where the desk's products with these words are found. */
const withWords = (q: string) => `${deskApi.products}?${new URLSearchParams({ q, limit: '8' }).toString()}`;

/** A product by its title. Its slug is made of the words of that, and stands for it where they find nothing. */
function Named({ slug, children }: { slug: string; children: (name: string) => ReactNode }) {
  const { data } = useResource<DeskProductList>(withWords(slug.replaceAll('-', ' ').slice(0, 100)));
  const name = data?.products.find((product) => product.slug === slug)?.title ?? slug;
  return (
    <li className="desk-line">
      <bdi lang="es">{name}</bdi>
      {children(name)}
    </li>
  );
}

/** Finds a product by its words. */
function Finder({ without, onFound }: { without: string[]; onFound: (slug: string) => void }) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(q.trim()), pause);
    return () => clearTimeout(timer);
  }, [q]);
  const asked = words === '' ? null : withWords(words);
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
              <Button variant="ghost" onClick={() => onFound(slug)}>
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
