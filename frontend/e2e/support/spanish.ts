// Whether a text reads as Spanish: its letters and its small words, which English, French and Arabic have not.

const letters = /[ñ¿¡áíóú]/i;
const words = /(?<!\p{L})(?:el|los|las|del|con|para|por|una|más|tus|nuestr[ao]s?|est[eá]n?|pero|cuando|desde|hasta|también)(?!\p{L})/iu;

/** The sign of Spanish in a text, if there is one; `names` are left out: of people, places and things for sale. */
export function spanishIn(text: string, names: string[] = []): string | null {
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), text);
  return (letters.exec(rest) ?? words.exec(rest))?.[0] ?? null;
}
