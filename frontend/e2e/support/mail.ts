// The mails the shop has sent: files, while it has no mail server.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

export type Mail = { to: string; subject: string; text: string; html: string };

export class Mailbox {
  private readonly read = new Map<string, Mail>();

  constructor(private readonly directory: string) {}

  /** Every mail to an address whose subject holds `subject`. */
  async to(address: string, subject = ''): Promise<Mail[]> {
    const files = await readdir(this.directory).catch(() => []);
    for (const file of files) {
      if (!file.endsWith('.eml') || this.read.has(file)) continue;
      this.read.set(file, parseMail(await readFile(path.join(this.directory, file), 'latin1')));
    }
    return [...this.read.values()].filter((mail) => mail.to === address && mail.subject.includes(subject));
  }

  /** Waits for a mail to an address whose subject holds `subject`. */
  async await(address: string, subject: string): Promise<Mail> {
    let found: Mail | undefined;
    const look = async () => {
      [found] = await this.to(address, subject);
      return found;
    };
    await expect.poll(look, { message: `a mail «${subject}» to ${address}`, intervals: [50, 100, 250] }).toBeDefined();
    return found as Mail;
  }
}

/** The first link of a mail into the shop. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`no link in «${mail.subject}»`);
  return link;
}

/** The six digits of a mail, which stand outside its links. */
export function codeIn(mail: Mail): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text.replace(/https?:\/\/\S+/g, ''))?.[0];
  if (code === undefined) throw new Error(`no code in «${mail.subject}»`);
  return code;
}

/** Reads a mail as it travels: bytes, one per character. */
function parseMail(raw: string): Mail {
  const whole = partOf(raw);
  const parts = partsOf(whole);
  const body = (kind: string) => parts.find(({ type }) => type.startsWith(kind))?.content ?? '';
  return {
    to: /[^<\s]+@[^>\s]+/.exec(whole.headers.get('to') ?? '')?.[0] ?? '',
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    text: body('text/plain'),
    html: body('text/html'),
  };
}

type Part = { headers: Map<string, string>; body: string };

function partOf(raw: string): Part {
  const end = raw.search(/\r?\n\r?\n/);
  const lines = raw.slice(0, end).replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: raw.slice(end).replace(/^\r?\n\r?\n/, '') };
}

/** The leaves of a mail, decoded. */
function partsOf({ headers, body }: Part): { type: string; content: string }[] {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return [{ type, content: decode(body, headers.get('content-transfer-encoding') ?? '') }];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((part) => partsOf(partOf(part.replace(/^\r?\n/, ''))));
}

function decode(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = /quoted-printable/i.test(encoding) ? unquote(body.replace(/=\r?\n/g, '')) : body;
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n');
}

const unquote = (text: string) =>
  text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Header text with encoded words, `=?utf-8?b?…?=`; the space between two of them is none. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) => {
      const bytes = kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1');
      return bytes.toString('utf8');
    });
}
