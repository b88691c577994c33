// The texts that are here. They come in sections, each with the pages that show it. What always holds: every
// language in use has every section in use, so a page that is shown can change its language at once.

import { sections } from 'locales:sections';
import { api } from './api/client';
import type { OwnTexts } from './api/types';
import type { LegalTexts } from './features/legal/texts';
import type { Dictionary, Lang } from './languages';
import { i18next, type Namespace } from './translation';

export type Section = keyof (typeof sections)[Lang];

/** The sections that are looked up by key; the legal one is read as a whole. */
export const dictionarySections = () => (Object.keys(sections.es) as Section[]).filter((name) => name !== 'legal');

const legal = new Map<Lang, LegalTexts>();

const langsInUse = new Set<Lang>();
const sectionsInUse = new Set<Section>(['shop']);
const here = new Set<string>();
const coming = new Map<string, Promise<void>>();

/** The owner's texts in a language, which stand in for ours. */
let ownTexts: (lang: Lang) => Promise<Dictionary> | undefined = () => undefined;

/**
 * From now on the owner's texts stand in for ours. Those of the page that is arrived at are here; the answered function
 * is called when it is, and whatever is shown afterwards asks for all of its language.
 */
export function takeOwnTexts(lang: Lang, here: Dictionary): () => void {
  const asked = new Map([[lang, Promise.resolve(here)]]);
  ownTexts = (lang) => {
    const texts = asked.get(lang) ?? api.get<OwnTexts>(`/api/site/texts?lang=${lang}`).then((answer) => answer.texts);
    asked.set(lang, texts);
    // Better our texts than none; the next section asks again.
    return texts.catch(() => (asked.delete(lang), {}));
  };
  return () => asked.clear();
}

const add = (lang: Lang, namespace: Namespace, texts: Dictionary) =>
  i18next.addResourceBundle(lang, namespace, texts, false, true, { silent: true, skipCopy: true });

async function fetchSection(lang: Lang, name: Section): Promise<void> {
  try {
    if (name === 'legal') {
      const texts = (await sections[lang].legal()).default;
      legal.set(lang, texts);
      add(lang, 'legal', texts.ui);
    } else add(lang, 'site', { ...(await sections[lang][name]()).default, ...(await ownTexts(lang)) });
    here.add(`${lang}/${name}`);
  } finally {
    // After a failure the next visit tries again.
    coming.delete(`${lang}/${name}`);
  }
}

function bring(lang: Lang, name: Section): Promise<void> {
  const id = `${lang}/${name}`;
  if (here.has(id)) return Promise.resolve();
  const fetching = coming.get(id) ?? fetchSection(lang, name);
  coming.set(id, fetching);
  return fetching;
}

/** The long texts of the legal pages, which come with these pages. */
export function legalTextsOf(lang: Lang): LegalTexts {
  const texts = legal.get(lang);
  if (texts === undefined) throw new Error(`no legal texts in ${lang}`);
  return texts;
}

/** Whether everything in use is here in a language. */
export const isHere = (lang: Lang) => [...sectionsInUse].every((name) => here.has(`${lang}/${name}`));

/** Takes a language into use: fetches in it what is in use. */
export async function needLanguage(lang: Lang): Promise<void> {
  langsInUse.add(lang);
  try {
    await Promise.all([...sectionsInUse].map((name) => bring(lang, name)));
  } catch (error) {
    langsInUse.delete(lang);
    throw error;
  }
}

/** Takes sections into use: fetches them in every language in use. */
export async function needSections(names: Section[]): Promise<void> {
  for (const name of names) sectionsInUse.add(name);
  await Promise.all([...langsInUse].flatMap((lang) => names.map((name) => bring(lang, name))));
}
