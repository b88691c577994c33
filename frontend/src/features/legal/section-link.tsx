import type { MouseEvent, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A link to a section of this page; without scripts the browser's own. */
export function SectionLink({ id, children }: { id: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  // The router must know of it: it would take the browser's own jump for Back.
  const jump = (event: MouseEvent) => {
    event.preventDefault();
    void navigate({ pathname, search, hash: `#${id}` });
    document.getElementById(id)?.focus({ preventScroll: true });
  };

  return (
    <a href={`#${id}`} onClick={jump}>
      {children}
    </a>
  );
}
