// An authenticator app: codes of a typed secret (RFC 6238), each given out once.

import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export class Authenticator {
  private readonly key: Buffer;
  private lastStep = 0;

  /** `secret` as it is typed: base32, spaces or not. */
  constructor(secret: string) {
    const bits = [...secret.replace(/\s/g, '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
  }

  /** The next code the server takes, for half a minute at least: it lets clocks differ by a step, and no code work twice. */
  async code(): Promise<string> {
    const now = () => Math.floor(Date.now() / 1000 / stepSeconds);
    const step = Math.max(now(), this.lastStep + 1);
    while (step > now() + 1) await pause(250);
    this.lastStep = step;
    return this.codeOf(step);
  }

  private codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const tag = createHmac('sha1', this.key).update(counter).digest();
    const number = tag.readUInt32BE((tag[19] ?? 0) & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}
