// What was typed into a form so far, by the names of its fields: a reload or a way back loses nothing. It ends with the tab.

export type FormDraft = Record<string, string>;

const isText = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string';

export function formDraft(key: string): FormDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept).filter(isText)) : {};
  } catch {
    return {};
  }
}

/** Keeps the texts of a form, no files, and what `more` there is to know of it. */
export function keepFormDraft(key: string, form: HTMLFormElement, more: FormDraft = {}): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...Object.fromEntries([...new FormData(form)].filter(isText)), ...more }));
  } catch {
    // Storage can be switched off; then a reload begins anew.
  }
}

/** Puts back what was typed, where nothing stands now. */
export function fillIn(form: HTMLFormElement, draft: FormDraft): void {
  for (const [name, text] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    if (field instanceof Element && 'value' in field && field.value === '') field.value = text;
  }
}

export function forgetFormDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is none.
  }
}
