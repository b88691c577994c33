import { useId, useLayoutEffect, useRef, type ChangeEvent, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

export type Frame = {
  label: ReactNode;
  /** Help that is always visible, below the input. */
  hint?: ReactNode;
  /** Why the value is refused; marks the input as invalid and is read out. */
  error?: ReactNode;
  required?: boolean;
  className?: string;
};

/** What ties an input to its label, hint and error. */
type Wiring = { id: string; className: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

type FieldProps = Frame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    /** Stands inside the input's end, for example a button that shows a password. */
    suffix?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/** A labelled input with its hint and error. */
export function Field({ label, hint, error, className, suffix, ref, ...input }: FieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const { value, onChange } = input;
  useLayoutEffect(() => {
    const target = own.current;
    // Typed into the server's HTML before the page answered: React would put the text it holds in its place.
    if (target && value !== undefined && target.value !== value) onChange?.({ target } as ChangeEvent<HTMLInputElement>);
  }, []);
  return (
    <Labelled label={label} hint={hint} error={error} className={className} required={input.required}>
      {(wiring) => (
        <>
          <input ref={ref ?? own} {...input} {...wiring} />
          {suffix}
        </>
      )}
    </Labelled>
  );
}

/** The frame of every field; `children` draws the input. */
export function Labelled({
  label,
  hint,
  error,
  required,
  className = '',
  children,
}: Frame & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={`field ${className}`.trim()}>
      <label className="field__label" id={`${id}-label`} htmlFor={id}>
        {label}
        {required && (
          <span className="field__required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="field__box">
        {children({
          id,
          className: 'field__input',
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
        })}
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
