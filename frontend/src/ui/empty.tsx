import type { ReactNode, Ref } from 'react';

type Props = {
  /** A picture or icon; decorative. */
  art?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** The way on: links or buttons. */
  children?: ReactNode;
  /** `h1` when it stands for the whole page. */
  heading?: 'h1' | 'h2' | 'p';
  /** For a heading that is to be focused. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** Nothing here (yet), and what to do about it. */
export function Empty({ art, title, text, children, heading: Heading = 'h2', headingRef }: Props) {
  return (
    <div className="empty">
      {art && (
        <div className="empty__art" aria-hidden="true">
          {art}
        </div>
      )}
      <Heading className="empty__title" ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className="empty__text">{text}</p>}
      {children && <div className="empty__actions">{children}</div>}
    </div>
  );
}

/** Something failed: says so at once to screen readers too. */
export function ErrorBox({ title, text, children }: Omit<Props, 'art' | 'heading' | 'headingRef'>) {
  return (
    <div className="error-box" role="alert">
      <p className="error-box__title">{title}</p>
      {text && <p>{text}</p>}
      {children && <div className="error-box__actions">{children}</div>}
    </div>
  );
}
