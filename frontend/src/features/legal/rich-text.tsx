import { createContext, useContext, type ReactNode } from 'react';
import { Link } from 'react-router';
import { officeOf, useSite } from '../../api/site';
import type { Site } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { money } from '../../ui/format';
import { SectionLink } from './section-link';
import { pathOf, useLegalTexts } from './texts';

type Facts = Record<string, string>;

const FactsContext = createContext<Facts>({});

/** Fills `{{name}}` in; what is not a fact stays visible, so that a slip is seen. */
export const fill = (text: string, facts: Facts) => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => facts[name] ?? whole);

/** What legal texts say of the firm. What the owner has not given yet reads as a neutral sentence. */
export function useFacts(): Facts {
  const { t, lang } = useTranslation();
  const site = useSite();
  const { ui } = useLegalTexts();
  const missing = fill(ui.missing, { email: site.email });
  const free = site.shipping.free_from_in_cents;
  const counted = (unit: string, count: number) => t(unit, { ns: 'legal', count });
  const { retention } = site;
  const rates = { flat: money(site.shipping.flat_in_cents, lang), free: money(free, lang) };
  const { body, address: bodyAddress, takes_part: takesPart } = site.disputes;
  const known = { company: site.legal_name, body, body_address: bodyAddress };
  return {
    ...known,
    adr: fill(takesPart ? ui.adr_yes : ui.adr_no, known),
    brand: site.brand,
    email: site.email,
    phone: officeOf(site).display,
    town: site.locality,
    nif: site.nif ?? missing,
    address: site.address ?? missing,
    place: site.address ?? site.locality,
    register: site.register ?? missing,
    inquiries: counted('months', retention.inquiries),
    orders: counted('years', retention.orders),
    unconfirmed: counted('days', retention.unconfirmed_accounts),
    dead_mails: counted('days', retention.dead_mails),
    cost: fill(free > 0 ? ui.cost : ui.cost_free, rates),
  };
}

export function FactsProvider({ children }: { children: ReactNode }) {
  return <FactsContext value={useFacts()}>{children}</FactsContext>;
}

const inner: Record<string, string> = {
  ...pathOf,
  account: paths.account,
  contact: paths.contact,
};

/** Where a link of a text leads that is no page of ours. */
function outer(target: string, site: Site): string {
  if (target === 'mail') return paths.mail(site.email);
  if (target === 'call') return paths.phone(officeOf(site).phone);
  return target;
}

/** A text with its facts, each kept apart from the direction of the words around it. */
function Filled({ text }: { text: string }) {
  const facts = useContext(FactsContext);
  return text.split(/(\{\{\w+\}\})/).map((part, index) => (index % 2 === 1 ? <bdi key={index}>{fill(part, facts)}</bdi> : part));
}

/** One line of a legal text with its facts, links and machine names. */
export function RichText({ text }: { text: string }) {
  const site = useSite();
  const parts = text.split(/(\[[^\]]+\]\([^)]+\)|`[^`]+`)/);
  return parts.map((part, index) => {
    const [, words = '', target = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    const page = inner[target];
    const inside = <Filled key={index} text={words || part} />;
    if (page !== undefined) return <Link key={index} to={page}>{inside}</Link>;
    if (target.startsWith('#')) return <SectionLink key={index} id={target.slice(1)}>{inside}</SectionLink>;
    if (target !== '') return <a key={index} href={outer(target, site)}>{inside}</a>;
    if (part.startsWith('`')) return <code key={index} dir="ltr">{part.slice(1, -1)}</code>;
    return inside;
  });
}
