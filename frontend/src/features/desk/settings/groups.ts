import type { Setting } from '../../../api/types';
import { paths } from '../../../paths';

export type Group = {
  id: string;
  /** Of its settings, in their order on the page. */
  keys: string[];
  /** Where visitors see them. */
  page?: string;
};

/** What is changed and saved together. */
export const groups: Group[] = [
  { id: 'company', keys: ['company.brand', 'company.phone', 'company.office_phone', 'company.whatsapp', 'company.email'], page: paths.contact },
  { id: 'hours', keys: ['company.hours', 'hours.holidays'], page: paths.contact },
  { id: 'place', keys: ['company.locality', 'company.area', 'company.geo'], page: paths.contact },
  { id: 'shipping', keys: ['shipping.flat', 'shipping.free_from', 'shipping.cutoff', 'shipping.carriers'], page: paths.shippingReturns },
  { id: 'orders', keys: ['orders.payment_reminder'] },
  { id: 'stock', keys: ['stock.low'] },
  { id: 'ratings', keys: ['ratings.ask', 'ratings.days', 'comments.from_buyers'] },
  { id: 'alerts', keys: ['alerts.ntfy', 'alerts.webhook'] },
  {
    id: 'legal',
    keys: [
      'company.legal_name', 'company.nif', 'company.address', 'company.register',
      'disputes.body', 'disputes.contact', 'disputes.takes_part',
    ],
    page: paths.legalNotice,
  },
  {
    id: 'privacy',
    keys: ['retention.inquiries', 'retention.orders', 'retention.unconfirmed_accounts', 'retention.dead_mails'],
    page: paths.privacy,
  },
  { id: 'forms', keys: ['contact.form_enabled', 'contact.answer_from_mailbox', 'accounts.password_min_length', 'desk.passkeys'] },
];

/** The groups with their settings; those that belong to none are one of their own. */
export function grouped(settings: Setting[]): { group: Group; settings: Setting[] }[] {
  const named = groups.flatMap(({ keys }) => keys);
  const others = settings.map(({ key }) => key).filter((key) => !named.includes(key));
  return [...groups, { id: 'others', keys: others }]
    .map((group) => ({
      group,
      settings: group.keys.flatMap((key) => settings.find((setting) => setting.key === key) ?? []),
    }))
    .filter(({ settings: own }) => own.length > 0);
}
