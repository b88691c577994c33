// What this browser remembers of passkeys: that one was used here, or that none is wanted for now.

const storageKey = 'passkey';

type Memory = 'used' | 'not-now';

export function recallPasskey(): Memory | null {
  try {
    const noted = localStorage.getItem(storageKey);
    return noted === 'used' || noted === 'not-now' ? noted : null;
  } catch {
    // What cannot be remembered is not asked for again and again.
    return 'not-now';
  }
}

export function notePasskey(memory: Memory | null): void {
  try {
    if (memory === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, memory);
  } catch {
    // Storage was switched off meanwhile.
  }
}
