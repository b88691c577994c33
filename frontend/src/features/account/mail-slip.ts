// A slip of the finger in the domain of a mail address, told before a receipt goes nowhere.

/** Where most people here have their mail. */
const domains = [
  'gmail.com', 'hotmail.com', 'hotmail.es', 'hotmail.fr', 'outlook.com', 'outlook.es', 'outlook.fr', 'live.com', 'msn.com',
  'yahoo.com', 'yahoo.es', 'yahoo.fr', 'icloud.com', 'me.com', 'telefonica.net', 'movistar.es', 'orange.fr', 'orange.es',
  'free.fr', 'gmx.com', 'gmx.es', 'proton.me', 'protonmail.com', 'mail.com', 'ymail.com',
];

/** Letters to add, remove, change or swap with their neighbour until `a` is `b`. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const costs = [at(last, column) + 1, at(now, column - 1) + 1, at(last, column - 1) + same];
      if (row > 1 && column > 1 && swapped) costs.push(at(before, column - 2) + 1);
      now.push(Math.min(...costs));
    }
    [before, last] = [last, now];
  }
  return at(last, b.length);
}

const at = (numbers: number[], index: number) => numbers[index] ?? Infinity;

/** The address that `typed` is a likely slip of; `null` when its domain is a common one or like none of them. */
export function meantMail(typed: string): string | null {
  const match = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim());
  const [, name = '', written = ''] = match ?? [];
  const domain = written.toLowerCase();
  if (domain.length < 5 || domains.includes(domain)) return null;
  // Of a short one a single letter makes another firm's.
  const most = domain.length < 8 ? 1 : 2;
  const near = domains
    .map((known) => ({ known, slips: slipsBetween(domain, known) }))
    .sort((a, b) => a.slips - b.slips)[0];
  return near && near.slips <= most ? `${name}@${near.known}` : null;
}
