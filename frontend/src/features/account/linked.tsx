import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = {
  text: string;
  /** Words of the text, in the order in which they stand in it, and where they lead. */
  links: { words: string; to: string }[];
};

/** A sentence in which some words are links. */
export function Linked({ text, links }: Props) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (const { words, to } of links) {
    const at = rest.indexOf(words);
    if (at < 0) continue;
    parts.push(
      rest.slice(0, at),
      <Link key={to} to={to}>
        {words}
      </Link>,
    );
    rest = rest.slice(at + words.length);
  }
  return [...parts, rest];
}
