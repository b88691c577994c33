// The texts the site came with, whatever the owner says instead.

import { sections } from 'locales:sections';
import { use } from 'react';
import type { Dictionary, Lang } from '../../../languages';

const known = new Map<Lang, Promise<Dictionary>>();

async function fetchAll(lang: Lang): Promise<Dictionary> {
  const of = sections[lang];
  const parts = await Promise.all([of.shop(), of.hero(), of.home(), of.contact(), of.quote()]);
  return Object.assign({}, ...parts.map((part) => part.default)) as Dictionary;
}

/** The texts of a language; whoever asks waits until they are here. */
export function useBuiltIn(lang: Lang): Dictionary {
  const texts = known.get(lang) ?? fetchAll(lang);
  known.set(lang, texts);
  return use(texts);
}
