// Facts of the company that come with every page: brand, phone, shipping rates.

import { createContext, useContext } from 'react';
import type { Site } from './types';

export const SiteContext = createContext<Site | null>(null);

/** The site's facts. @throws outside `SiteContext`, which wraps every page. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('no site facts: SiteContext is missing');
  return site;
}

/** A telephone number for the middle of a text: no line ends in it. */
export const inOnePiece = (number: string) => number.replaceAll(' ', '\u00a0');

/** Where the office is called; emergencies have a number of their own. */
export const officeOf = ({ phone, phone_display, office_phone, office_phone_display }: Site) => ({
  phone: office_phone ?? phone,
  display: office_phone_display ?? phone_display,
});
