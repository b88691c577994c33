// An existing client of the auth wire format, unchanged, from sign-up to sign-out.

import { createHmac } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { stranger } from './support/buyer';
import { linkIn, type Mail } from './support/mail';
import { expect, test } from './support/test';

test.describe('a client of the auth wire format', () => {
  test('signs up, confirms, signs in, refreshes, changes and recovers its account, and signs out', async ({ shop }) => {
    const auth = new AuthClient({ url: `${shop.url}/api/auth`, autoRefreshToken: false, persistSession: true });
    const { email, password, name } = stranger();
    const mailed = (subject: string, to = email) => shop.mails.await(to, subject);

    await done(auth.signUp({ email, password, options: { data: { name, lang: 'en' } } }));
    await done(auth.verifyOtp({ token_hash: tokenIn(await mailed('Confirm your email')), type: 'signup' }));
    await auth.signOut();
    await done(auth.signInWithPassword({ email, password }));
    await done(auth.refreshSession());

    const renamed = await done(auth.updateUser({ data: { name: 'Núria' } }));
    expect(renamed.user?.user_metadata['name']).toBe('Núria');
    await done(auth.updateUser({ password: 'tres gatos grises', current_password: password }));

    const factor = await done(auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }));
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    await done(auth.mfa.challengeAndVerify({ factorId: factor.id, code: appCode(factor.totp.secret, 0) }));
    await auth.signOut();
    await done(auth.signInWithPassword({ email, password: 'tres gatos grises' }));
    const level = await done(auth.mfa.getAuthenticatorAssuranceLevel());
    expect([level.currentLevel, level.nextLevel]).toEqual(['aal1', 'aal2']);
    await done(auth.mfa.challengeAndVerify({ factorId: factor.id, code: appCode(factor.totp.secret, 1) }));
    expect((await done(auth.mfa.listFactors())).totp.length).toBe(1);
    await done(auth.mfa.unenroll({ factorId: factor.id }));
    await auth.signOut();

    await done(auth.resetPasswordForEmail(email));
    await done(auth.verifyOtp({ token_hash: tokenIn(await mailed('Choose a new password')), type: 'recovery' }));
    await done(auth.updateUser({ password: 'cuatro gatos pardos' }));
    await auth.signOut();
    await done(auth.signInWithOtp({ email }));
    await done(auth.verifyOtp({ email, token: codeIn(await mailed('Your link to log in')), type: 'email' }));

    const other = `new-${email}`;
    await done(auth.updateUser({ email: other }));
    await done(auth.verifyOtp({ email: other, token: codeIn(await mailed('Confirm your new email', other)), type: 'email_change' }));
    expect((await done(auth.getUser())).user.email).toBe(other);
    await auth.signOut();
    const refused = await auth.signInWithPassword({ email: other, password });
    expect(refused.error?.code).toBe('invalid_credentials');
  });
});

/** What a call answers, which must be no error. */
async function done<T extends { data: unknown; error: unknown }>(call: Promise<T>): Promise<Extract<T, { error: null }>['data']> {
  const { data, error } = await call;
  expect(error).toBeNull();
  return data;
}

const tokenIn = (mail: Mail) => new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token_hash') ?? '';

/** The six digits of a mail, on a line of their own. */
const codeIn = (mail: Mail) => /: (\d{6})$/m.exec(mail.text)?.[1] ?? '';

/** What an authenticator app shows, `ahead` steps from now. */
function appCode(secret: string, ahead: number): string {
  const bits = [...secret].map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const tag = createHmac('sha1', key).update(step).digest();
  return String((tag.readUInt32BE((tag[19] ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
