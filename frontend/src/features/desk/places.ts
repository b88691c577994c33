// The places of the desk, in the order of the menu. A new page is a line here and one in routes/admin.tsx.

import type { LucideIcon } from 'lucide-react';
import BadgeCheck from 'lucide-react/icons/badge-check';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import FileText from 'lucide-react/icons/file-text';
import Inbox from 'lucide-react/icons/inbox';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mails from 'lucide-react/icons/mails';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Package from 'lucide-react/icons/package';
import ReceiptEuro from 'lucide-react/icons/receipt-euro';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import Tags from 'lucide-react/icons/tags';
import UsersRound from 'lucide-react/icons/users-round';
import Undo2 from 'lucide-react/icons/undo-2';
import { deskPaths } from './desk-paths';

/** What the menu tells a page: whoever comes by it has chosen no list of it yet. */
export type FromMenu = { isOpened?: boolean } | null;

export type Place = {
  to: string;
  /** Its text's key. */
  label: string;
  Icon: LucideIcon;
  /** Stands in the bar under the thumb, which holds four; the others are behind its last button. */
  daily?: boolean;
};

export const places: Place[] = [
  { to: deskPaths.today, label: 'desk.place.today', Icon: LayoutDashboard, daily: true },
  { to: deskPaths.orders, label: 'desk.place.orders', Icon: Package, daily: true },
  { to: deskPaths.inbox, label: 'desk.place.inbox', Icon: Inbox, daily: true },
  { to: deskPaths.products, label: 'desk.place.products', Icon: Tags, daily: true },
  { to: deskPaths.comments, label: 'desk.place.comments', Icon: MessageSquareText },
  { to: deskPaths.withdrawals, label: 'desk.place.withdrawals', Icon: Undo2 },
  { to: deskPaths.customers, label: 'desk.place.customers', Icon: UsersRound },
  { to: deskPaths.invoices, label: 'desk.place.invoices', Icon: FileText },
  { to: deskPaths.visits, label: 'desk.place.visits', Icon: ChartNoAxesColumn },
  { to: deskPaths.mails, label: 'desk.place.mails', Icon: Mails },
  { to: deskPaths.tariff, label: 'desk.place.tariff', Icon: ReceiptEuro },
  { to: deskPaths.proof, label: 'desk.place.proof', Icon: BadgeCheck },
  { to: deskPaths.settings, label: 'desk.place.settings', Icon: Settings },
  { to: deskPaths.law, label: 'desk.place.law', Icon: Scale },
  { to: deskPaths.people, label: 'desk.place.people', Icon: KeyRound },
  { to: deskPaths.log, label: 'desk.place.log', Icon: ScrollText },
  { to: deskPaths.guide, label: 'desk.place.guide', Icon: CircleHelp },
];
