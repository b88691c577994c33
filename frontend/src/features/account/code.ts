// Codes as people type them: with spaces, dashes, capitals, or the digits of their own script.

/** A code as the server reads it: digits from 0 to 9, small letters, and nothing between them. */
export function codeOf(typed: string): string {
  // Arabic and Persian digits have their value in their last four bits.
  const latin = typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  return latin.toLowerCase().replace(/[^0-9a-z]/g, '');
}

/** Whether it has the form of a mailed code or of one from an app. */
export const isSixDigits = (code: string) => /^\d{6}$/.test(code);
