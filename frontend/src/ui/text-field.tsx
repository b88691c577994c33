import type { SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Labelled, type Frame } from './field';

type TextFieldProps = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

/** A text of several lines with its label, hint and error. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className} required={input.required}>
      {(wiring) => <textarea {...input} {...wiring} />}
    </Labelled>
  );
}

type SelectFieldProps = Frame & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>;

/** A choice with its label, hint and error; the options are its children. */
export function SelectField({ label, hint, error, className, ...input }: SelectFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className} required={input.required}>
      {(wiring) => <select {...input} {...wiring} />}
    </Labelled>
  );
}
