// Why a mail does not go out, in words the owner can act on; mail servers give a number and their own prose.

export type MailReason = 'sender' | 'address' | 'full' | 'password' | 'refused' | 'unreachable';

const signs: [MailReason, RegExp][] = [
  ['sender', /^MAIL FROM: (?:permanent|transient)/],
  ['password', /\b(?:53[0458]|5\.7\.8)\b|authenticat|credentials/i],
  ['full', /\b(?:552|[45]\.2\.2)\b|quota|mailbox (?:is )?full/i],
  ['address', /\b(?:55[013]|5\.1\.\d{1,2})\b|user unknown|no such user|unknown recipient/i],
  ['refused', /\b(?:554|5\.7\.\d{1,2})\b|spam|blocked|policy/i],
  ['unreachable', /connect|timed? ?out|timeout|network|response error|out of turn|dns|lookup|resolve|refused|unreachable|\b421\b/i],
];

/** Null when nobody has words for it. */
export const mailReason = (error: string): MailReason | null => signs.find(([, sign]) => sign.test(error))?.[0] ?? null;
