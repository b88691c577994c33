// Shows HTML that the server has cleaned. Where the browser enforces Trusted Types, only what goes
// through this policy can become markup.

type Policy = { createHTML: (html: string) => unknown };
type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy };

let policy: Policy | null = null;

function trusted(html: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (factory === undefined) return html;
  policy ??= factory.createPolicy('manetes-html', { createHTML: (text) => text });
  // React's types know strings only; it hands the value to innerHTML as it is.
  return policy.createHTML(html) as string;
}

export function ProductHtml({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: trusted(html) }} />;
}
