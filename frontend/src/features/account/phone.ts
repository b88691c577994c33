/** Whether a telephone is written as the server takes it: empty, or 6 to 15 digits with what people put between them. */
export function isPhone(text: string): boolean {
  const written = text.trim();
  const digits = written.replace(/[^0-9]/g, '').length;
  return written === '' || (/^[0-9+ .()/-]{6,30}$/.test(written) && digits >= 6 && digits <= 15);
}
