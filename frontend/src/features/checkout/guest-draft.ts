// What somebody without an account has typed so far: a reload or a way back, from the payment page too, loses nothing. It
// ends with the tab, or once the order is paid.

const key = 'guest-draft';

export type GuestDraft = Record<string, string>;

export function guestDraft(): GuestDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
      : {};
  } catch {
    return {};
  }
}

export function keepGuestDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(new FormData(form))));
  } catch {
    // Storage can be switched off; then a reload begins anew.
  }
}

export function forgetGuestDraft(): void {
  sessionStorage.removeItem(key);
}
