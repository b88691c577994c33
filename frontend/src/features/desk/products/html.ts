// The HTML of descriptions, as it is stored.

/** A description without any markup becomes paragraphs: an empty line ends one. */
export function htmlOf(text: string): string {
  if (/<[a-z]/i.test(text)) return text.trim();
  const escaped = text.trim().replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const paragraphs = escaped.split(/\n\s*\n/).filter((part) => part !== '');
  return paragraphs.map((part) => `<p>${part.trim().replace(/\n/g, '<br>')}</p>`).join('');
}

/** What the editor says, shorter: no paragraph around the only text of a list's item, and none without text. */
export const tidyHtml = (html: string): string =>
  html
    .replace(/<li><p>((?:(?!<\/?p>).)*)<\/p>(?=<\/li>|<ul>|<ol>)/gs, '<li>$1')
    .replace(/<p><\/p>/g, '');
