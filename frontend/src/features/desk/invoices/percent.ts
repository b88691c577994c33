import { languages, type Lang } from '../../../languages';

/** A rate in basis points as people read it, with the point of the language: `520` reads "5,2 %". */
export function percent(rate_bp: number, lang: Lang): string {
  const point = /0(.)00/.exec(languages[lang].money)?.[1] ?? '.';
  return `${String(rate_bp / 100).replace('.', point)} %`;
}
