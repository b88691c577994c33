import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { paths, sections, type Section } from '../../paths';

/** A line a third down the screen: the section it crosses is the one being read. */
const line = { rootMargin: '-33% 0px -66% 0px' };

/** The section of the landing page that is being read, or whose own page; `null` on other pages. */
export function useCurrentSection(): Section | null {
  const { pathname } = useLocation();
  const [current, setCurrent] = useState<Section | null>(null);
  useEffect(() => {
    if (pathname !== paths.home) return;
    const observer = new IntersectionObserver((entries) => {
      const crossed = entries.find(({ isIntersecting }) => isIntersecting)?.target.id;
      const section = sections.find((id) => id === crossed);
      if (section) setCurrent(section);
    }, line);
    for (const id of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => {
      observer.disconnect();
      setCurrent(null);
    };
  }, [pathname]);
  return pathname === paths.contact ? 'contacto' : current;
}
