// Where the browser enforces Trusted Types, only what goes through this policy can become markup.

type Policy = { createHTML: (html: string) => unknown };
type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy };

let policy: Policy | null = null;

/** HTML that the server has cleaned, or that is only parsed and never shown as it is. */
export function trusted(html: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (factory === undefined) return html;
  policy ??= factory.createPolicy('manetes-html', { createHTML: (text) => text });
  // The types of React and of the DOM know strings only; both hand the value on as it is.
  return policy.createHTML(html) as string;
}
