/**
 * A number as somebody wrote it, in the form every network takes, `+34600000000`: nine figures without a country are
 * Spanish. Null when it cannot be called like that.
 */
export function international(written: string): string | null {
  const plain = written.replace(/[^\d+]/g, '').replace(/^00/, '+');
  const whole = /^[6-9]\d{8}$/.test(plain) ? `+34${plain}` : plain;
  return /^\+\d{8,15}$/.test(whole) ? whole : null;
}

/** The same as people read it: `600 000 000` for a Spanish number. */
export function readable(number: string): string {
  const spanish = /^\+34(\d{3})(\d{3})(\d{3})$/.exec(number);
  return spanish === null ? number : spanish.slice(1).join(' ');
}
