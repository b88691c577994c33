// On the way to the owner's desk: whoever chooses it signs in again, and this tab remembers where to go.

const panelKey = 'admin-panel';

export function askForPanel(): void {
  try {
    sessionStorage.setItem(panelKey, 'asked');
  } catch {
    // Storage can be switched off; signing in then leads to the account.
  }
}

/** Whether the desk was asked for; never on the server. Signing out forgets it. */
export function isPanelAskedFor(): boolean {
  try {
    return sessionStorage.getItem(panelKey) !== null;
  } catch {
    return false;
  }
}

/** To be called on arrival. */
export function forgetPanel(): void {
  try {
    sessionStorage.removeItem(panelKey);
  } catch {
    // Nothing was noted.
  }
}
