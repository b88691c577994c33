import { lazy, type ReactNode } from 'react';
import { Labelled } from '../../../ui/field';
import { spanish } from './parts';

const fetchRichText = () => import('./rich-text');
const RichText = lazy(fetchRichText);

/** Fetches what texts are written with beside the product. */
export const fetchWriting = () => void fetchRichText().catch(() => undefined);

type Props = {
  label: ReactNode;
  /** What the text is called, for the name of its buttons. */
  tools: string;
  hint?: ReactNode;
  name: string;
  error?: string;
  dir?: string;
  lang?: string;
  value: string;
  onChange: (html: string) => void;
  onInput: () => void;
};

/** A text with a little markup; waits for what it is written with. */
export function HtmlField({ label, tools, hint, name, error, value, onChange, onInput, ...language }: Props) {
  const change = (html: string) => {
    onInput();
    onChange(html);
  };
  return (
    <Labelled className="desk-html" label={label} hint={hint} error={error}>
      {({ className, ...wiring }) => {
        const attributes = {
          ...spanish,
          ...language,
          ...wiring,
          class: `${className} prose`,
          name,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': `${wiring.id}-label`,
        };
        return <RichText attributes={stated(attributes)} tools={tools} value={value} onChange={change} />;
      }}
    </Labelled>
  );
}

/** Without those that are not set; as text. */
const stated = (attributes: Record<string, string | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
