import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useState, type ChangeEvent } from 'react';
import { IconButton } from './button';

type Props = {
  /** A whole number, at least 1. */
  value: number;
  onChange: (value: number) => void;
  labels: { input: string; decrease: string; increase: string };
};

const maxQuantity = 9999;

/** A quantity with minus, a number to type into, and plus. It never goes below 1. */
export function Stepper({ value, onChange, labels }: Props) {
  // What is being typed, while it is no valid quantity yet.
  const [draft, setDraft] = useState<string | null>(null);

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    const quantity = Number(text);
    const valid = Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
    setDraft(valid ? null : text);
    if (valid && quantity !== value) onChange(quantity);
  };

  return (
    <div className="stepper">
      <IconButton label={labels.decrease} disabled={value <= 1} onClick={() => onChange(value - 1)}>
        <Minus aria-hidden="true" />
      </IconButton>
      <input
        className="stepper__input"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxQuantity}
        step={1}
        aria-label={labels.input}
        value={draft ?? value}
        onChange={type}
        onBlur={() => setDraft(null)}
      />
      <IconButton label={labels.increase} disabled={value >= maxQuantity} onClick={() => onChange(value + 1)}>
        <Plus aria-hidden="true" />
      </IconButton>
    </div>
  );
}
