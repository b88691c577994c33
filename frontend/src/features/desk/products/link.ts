/** Where a typed address leads: `https`, mail, telephone or a page of this site; `null` when it leads nowhere. */
export function linkOf(typed: string): string | null {
  const text = typed.trim();
  if (/^\/(?!\/)[^\s\\]*$/.test(text)) return text;
  if (/^[/\\]/.test(text)) return null;
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d ()-]+)$/i.test(text)) return text.replace(/\s/g, '');
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?\d[\d ()-]{5,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text.replace(/^http:/i, 'https:') : `https://${text}`;
  if (/\s/.test(full) || !URL.canParse(full)) return null;
  const url = new URL(full);
  return url.protocol === 'https:' && url.hostname.includes('.') ? url.href : null;
}
