// An existing client of the auth wire format, unchanged, from sign-up to sign-out.

import { createHmac } from 'node:crypto';
import { AuthClient, type UserIdentity } from '@supabase/auth-js';
import { stranger } from './support/buyer';
import { linkIn, type Mail } from './support/mail';
import { expect, test } from './support/test';

test.describe('a client of the auth wire format', () => {
  test('signs up, confirms, signs in, refreshes, changes and recovers its account, and signs out', async ({ shop }) => {
    const auth = clientOf(shop.url);
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

  test('confirms with a code, keeps what it told, and proves itself by a mailed code', async ({ shop }) => {
    const auth = clientOf(shop.url);
    const { email, password } = stranger();
    const told = await done(auth.signUp({ email, password, options: { data: { lang: 'en', age: 7 } } }));
    expect([told.session, told.user?.identities?.length]).toEqual([null, 1]);
    expect((await auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed');
    expect((await auth.resend({ email, type: 'signup' })).error?.code).toBe('over_email_send_rate_limit');
    expect((await auth.verifyOtp({ token_hash: 'x'.repeat(43), type: 'signup' })).error?.code).toBe('otp_expired');
    const code = codeIn(await shop.mails.await(email, 'Confirm your email'));
    await done(auth.verifyOtp({ email, token: code, type: 'email' }));
    expect((await done(auth.getUser())).user.user_metadata['age']).toBe(7);

    await done(auth.reauthenticate());
    const nonce = codeIn(await shop.mails.await(email, 'Your confirmation code'));
    await done(auth.updateUser({ password: 'cinco mirlos blancos', nonce }));
    const [own] = (await done(auth.getUserIdentities())).identities;
    expect([own?.provider, own?.identity_data?.['email']]).toEqual(['email', email]);
    // A client refuses to take the last identity by itself; the server knows none of that id either.
    expect((await auth.unlinkIdentity(own as UserIdentity)).error?.code).toBe('identity_not_found');
  });

  test('ends the sessions it means, and is told that they are over', async ({ shop }) => {
    const [first, second, third] = [clientOf(shop.url), clientOf(shop.url), clientOf(shop.url)];
    const { email, password } = stranger();
    await done(first.signUp({ email, password, options: { data: { lang: 'en' } } }));
    await done(first.verifyOtp({ token_hash: tokenIn(await shop.mails.await(email, 'Confirm your email')), type: 'signup' }));
    const sessions = [await done(second.signInWithPassword({ email, password })), await done(third.signInWithPassword({ email, password }))];
    const tokens = sessions.map(({ session }) => session?.access_token);

    // The client makes an error of its own of `session_not_found`, and forgets its session: so it is one that has none.
    const witness = clientOf(shop.url);
    const isOver = async (token: string | undefined) => (await witness.getUser(token)).error?.name === 'AuthSessionMissingError';

    await third.signOut({ scope: 'local' });
    expect([await isOver(tokens[1]), await isOver(tokens[0])]).toEqual([true, false]);
    await first.signOut({ scope: 'others' });
    expect(await isOver(tokens[0])).toBe(true);
    expect((await second.refreshSession()).error?.code).toBe('refresh_token_not_found');
    const own = (await done(first.getSession())).session?.access_token;
    await first.signOut();
    expect(await isOver(own)).toBe(true);
    const told = await fetch(`${shop.url}/api/auth/user`, { headers: { authorization: `Bearer ${own ?? ''}` } });
    expect([told.status, ((await told.json()) as { code: string }).code]).toEqual([403, 'session_not_found']);
  });

  test('exchanges a code for a session, and is told what is not offered', async ({ shop }) => {
    const auth = clientOf(shop.url, 'pkce');
    const { email, password } = stranger();
    const options = { data: { lang: 'en' }, emailRedirectTo: `${shop.url}/account` };
    await done(auth.signUp({ email, password, options }));
    const token = tokenIn(await shop.mails.await(email, 'Confirm your email'));
    const followed = await fetch(`${shop.url}/api/auth/verify?token=${token}&type=signup`, { redirect: 'manual' });
    const arrived = new URL(followed.headers.get('location') ?? '');
    expect(arrived.pathname).toBe('/account');
    await done(auth.exchangeCodeForSession(arrived.searchParams.get('code') ?? ''));
    expect((await done(auth.getUser())).user.email).toBe(email);

    const refusals = [
      await auth.signInAnonymously(),
      await auth.signInWithPassword({ phone: '600000000', password }),
      await auth.signInWithOtp({ phone: '600000000' }),
      await auth.verifyOtp({ phone: '600000000', token: '123456', type: 'sms' }),
      await auth.resend({ phone: '600000000', type: 'sms' }),
      await auth.signInWithIdToken({ provider: 'google', token: 'no token' }),
      await auth.signInWithSSO({ domain: 'example.com' }),
      await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } }),
    ];
    expect(refusals.map(({ error }) => [error?.status, error?.code])).toEqual([
      [422, 'anonymous_provider_disabled'],
      [422, 'phone_provider_disabled'],
      [422, 'phone_provider_disabled'],
      [422, 'phone_provider_disabled'],
      [422, 'phone_provider_disabled'],
      [400, 'provider_disabled'],
      [404, 'sso_provider_not_found'],
      [404, 'manual_linking_disabled'],
    ]);
    const settings = (await (await fetch(`${shop.url}/api/auth/settings`)).json()) as { external: Record<string, boolean> };
    expect([settings.external['email'], settings.external['anonymous_users']]).toEqual([true, false]);
  });
});

const clientOf = (shop: string, flowType: 'implicit' | 'pkce' = 'implicit') =>
  new AuthClient({ url: `${shop}/api/auth`, autoRefreshToken: false, persistSession: true, flowType });

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
