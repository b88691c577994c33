// Whether a text reads as Spanish: by letters and small words that the language it should be in has not.

import type { Lang } from '../../src/languages';

type Signs = { letters: RegExp; words: RegExp };

const signs: Signs = {
  letters: /[ñ¿¡áíóú]/i,
  words: /(?<!\p{L})(?:el|los|las|del|con|para|por|una|más|tus|nuestr[ao]s?|est[eá]n?|pero|cuando|desde|hasta|también)(?!\p{L})/iu,
};

/** Catalan has most of Spanish's accents, and shares its articles. */
const signsInCatalan: Signs = {
  // And the word between two others, which is never a capital: a key may have one.
  letters: /[ñÑ¿¡áÁ]|(?<![\p{L}-])y(?!\p{L})/u,
  words:
    /(?<![\p{L}-])(?:los|las|con|por|tus|sus|su|nuestr[ao]s?|este|esto|pero|cuando|desde|hasta|sin|muy|hay|tiene|puede|pedidos?|correo|carrito|envío|contraseña|\p{L}+ci[óo]n(?:es)?|\p{L}+idad|\p{L}+mientos?)(?!\p{L})/iu,
};

/**
 * The sign of Spanish in a text that should be in `lang`, if there is one; addresses of pages and `names` are left out: of
 * people, places and things for sale.
 */
export function spanishIn(text: string, lang: Lang, names: string[] = []): string | null {
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), text.replace(/https?:\/\/\S+/g, ' '));
  const { letters, words } = lang === 'ca' ? signsInCatalan : signs;
  return (letters.exec(rest) ?? words.exec(rest))?.[0] ?? null;
}
