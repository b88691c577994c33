// What people wrote to the firm, as the server tells the desk.

import type { Lang } from '../../../languages';

/** Requests for a quote, or messages. */
export type InboxKind = 'quotes' | 'messages';

export type InquiryStatus = 'new' | 'answered' | 'closed';

/** What a row and a page both have; the members that may be missing are those of a request for a quote. */
type Common = {
  id: string;
  short_id: string;
  created_at: string;
  status: InquiryStatus;
  name: string;
  email: string;
  phone?: string | null;
  /** Such as `locksmith`. */
  service?: string | null;
  town_or_postcode?: string | null;
};

/** As lists show it. */
export type ListedInquiry = Common & {
  /** The beginning of what they wrote. */
  excerpt: string;
  /** How many. */
  photos?: number;
};

/** Something that was done about it. */
export type InquiryEvent = {
  at: string;
  /** The administrator's address. */
  by: string;
  kind: 'reply' | 'note' | 'status';
  /** What was written, or the status it was given. */
  text: string;
};

export type WholeInquiry = Common & {
  message: string;
  /** The language they wrote from. */
  lang: Lang;
  wanted_when?: string | null;
  /** When they agreed to the privacy policy. */
  consent_at?: string | null;
  /** Their ids. */
  photos?: string[];
  /** The oldest first. */
  events: InquiryEvent[];
};

/** The answer to every call about one of them: the member is named after its kind. */
export type InquiryAnswer = { quote?: WholeInquiry; message?: WholeInquiry };
