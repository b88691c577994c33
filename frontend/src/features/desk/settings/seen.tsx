import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useLang, useTranslation } from '../../../i18n';
import { money } from '../../../ui/format';
import { closedInWords, inWords } from '../../site/hours';
import { centsOf } from '../cents';
import { international, readable } from '../inbox/phone-number';
import type { Group } from './groups';
import { firmsToday, upcoming } from './holidays';
import type { Values } from './values';
import { isWhole, openingsOf, weekIn } from './week';

/** How long before, visitors are told of closures: as the server has it. */
const daysAhead = 21;

/** How visitors will read what the fields of a group say now. */
export function Seen({ group: { id, page }, values }: { group: Group; values: Values }) {
  const { t } = useTranslation();
  const lines = useLines(id, values);
  if (page === undefined) return null;
  const link = (
    <a href={page} target="_blank" rel="noopener">
      {t('desk.settings.seen_page')}
      <ExternalLink className="flip" aria-hidden="true" />
      <span className="visually-hidden"> ({t('order.new_tab')})</span>
    </a>
  );
  if (lines.length === 0) return <p className="desk-see">{link}</p>;
  return (
    <div role="group" className="desk-seen" data-group={id} aria-label={t('desk.settings.seen')}>
      <p className="desk-seen__title">{t('desk.settings.seen')}</p>
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
      {link}
    </div>
  );
}

function useLines(id: string, values: Values): ReactNode[] {
  const { t } = useTranslation();
  const lang = useLang();
  const of = (key: string) => (values[key] ?? '').trim();
  const amount = (key: string) => money(centsOf(of(key)) ?? 0, lang);
  const number = (key: string) => (
    <bdi key={key} dir="ltr">
      {readable(international(of(key)) ?? of(key))}
    </bdi>
  );
  const given = ['company.phone', 'company.office_phone', 'company.whatsapp'].filter((key) => of(key) !== '');
  const texts: Record<string, () => ReactNode[]> = {
    company: () => [
      <strong key="brand" dir="auto">
        {of('company.brand')}
      </strong>,
      ...given.map(number),
      <bdi key="email" dir="ltr">
        {of('company.email')}
      </bdi>,
    ],
    hours: () => [
      ...openingsOf(weekIn(of('company.hours'))).filter(isWhole).map((opening) => inWords(opening, t)),
      ...upcoming(of('hours.holidays'), firmsToday(), daysAhead).map((closed) => closedInWords(closed, t)),
      t('hours.emergencies'),
    ],
    place: () => [of('company.locality'), t('area.served', { places: of('company.area').split(/\s*[\n,]\s*/).join(t('common.comma')) })],
    shipping: () => [t('desk.settings.seen_shipping', { flat: amount('shipping.flat'), free_from: amount('shipping.free_from') })],
    legal: () => ['company.legal_name', 'company.nif', 'company.address', 'company.register'].map(of).filter((text) => text !== '').map((text) => <bdi key={text}>{text}</bdi>),
  };
  return texts[id]?.() ?? [];
}
