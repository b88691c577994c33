import type { ButtonHTMLAttributes } from 'react';

/** `emergency` is kept for calling out somebody at night; failures use `danger`. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'emergency';

/** The look of a button, for links that act like one: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (variant: ButtonVariant = 'primary', block = false) =>
  `button button--${variant}${block ? ' button--block' : ''}`;

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant;
  /** As wide as its container. */
  block?: boolean;
  /** Shows that work is under way and ignores clicks, but keeps the focus. */
  busy?: boolean;
};

export function Button({ variant, block, busy = false, className = '', onClick, 'aria-disabled': disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant, block)} ${className}`.trim()}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does; there is no visible text. */
  label: string;
};

export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`.trim()} aria-label={label} title={label} />
  );
}
