// Which device a session is on, as far as its browser told.

/** The first that matches counts: most browsers also name those they descend from. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (list: [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** "Firefox · Windows"; of a program that is no browser its name; `null` when nothing is known. */
export function deviceOf(userAgent: string): string | null {
  const known = [first(browsers, userAgent), first(systems, userAgent)].filter((part) => part !== undefined);
  if (known.length > 0) return known.join(' · ');
  return /^[\w.-]{2,40}/.exec(userAgent)?.[0] ?? null;
}

/** Whether it is held in the hand. */
export const isHandheld = (userAgent: string): boolean => /\bMobile\b|\bAndroid\b|\biP(?:hone|ad)\b/.test(userAgent);
