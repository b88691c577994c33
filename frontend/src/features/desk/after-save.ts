/** The draft of what the server has `saved`, but for the parts that were changed since it was `sent`. */
export function afterSave<Draft extends Record<string, unknown>>(now: Draft, sent: Draft, saved: Draft): Draft {
  const changed = Object.entries(now).filter(([part, value]) => value !== sent[part]);
  return { ...saved, ...Object.fromEntries(changed) };
}
