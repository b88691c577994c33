// Signing in through somebody else, at a provider of its own.

import { AuthClient } from '@supabase/auth-js';
import { stranger } from './support/buyer';
import { providerSetting, startProvider } from './support/provider';
import { freePort } from './support/shop';
import { mailTextsOf } from './support/texts';
import { enrol, signOut } from './support/security';
import { at, expect, phone, test as base } from './support/test';
import type { Visitor } from './support/visitor';

const test = base.extend<object, { issuer: string; provider: void }>({
  issuer: [async ({}, use) => use(`http://localhost:${await freePort()}`), { scope: 'worker' }],
  shopOptions: [({ issuer }, use) => use(['--oidc', providerSetting(issuer)]), { scope: 'worker' }],
  provider: [
    async ({ issuer, shop }, use) => {
      const provider = await startProvider(issuer, shop.url);
      await use();
      provider.closeAllConnections();
      provider.close();
    },
    { scope: 'worker', auto: true },
  ],
  visitor: async ({ visitor, issuer }, use) => {
    visitor.watch.mayAsk(issuer);
    await use(visitor);
  },
});

test.describe('a provider', () => {
  test.use({ cookies: 'session' });
  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang, viewport: phone });

      test(`opens an account, in ${lang}`, async ({ visitor, page, context, shop, t }) => {
        const { email } = stranger();
        const other = await context.newPage();
        await visitor.open('/login', other);
        await visitor.open('/register?next=%2Faccount%3Ftab%3Dsecurity');
        await expect(page, 'registering').toFitTheScreen();
        const link = visitor.link(t('login.with', { name: 'Acme' }));
        await link.focus();
        await page.keyboard.press('Enter');
        await answer(visitor, email);
        await expect(page).toHaveURL('/account?tab=security');
        await expect(visitor.text(t('identities.title'))).toBeVisible();
        await expect(visitor.text(email)).toBeVisible();
        await expect(page, 'the providers of the account').toFitTheScreen();
        await visitor.readsIn(lang);
        await expect(other).toHaveURL('/account');
        await visitor.button(t('identities.remove_named', { name: 'Acme' })).click();
        await expect(visitor.toast(t('identities.removed', { name: 'Acme' }))).toBeVisible();
        await expect(page.getByText(t('identities.title'))).toHaveCount(0);
        const subject = mailTextsOf(lang)['identity_removed_subject'] ?? '';
        await shop.mails.await(email, subject);
      });

      test(`that says no leads back, in ${lang}`, async ({ visitor, page, t }) => {
        await visitor.open('/login?next=%2Fcart');
        await visitor.link(t('login.with', { name: 'Acme' })).click();
        await answer(visitor, 'nobody', 'Deny');
        await expect(page).toHaveURL('/login?failed=access_denied&next=%2Fcart');
        await expect(visitor.text(t('error.access_denied'))).toBeVisible();
        await expect(page, 'a refusal').toFitTheScreen();
        await visitor.link(t('login.with', { name: 'Acme' })).click();
        await answer(visitor, `unverified-${stranger().email}`);
        await expect(page).toHaveURL('/login?failed=provider_email_needs_verification&next=%2Fcart');
        await expect(visitor.text(t('error.provider_email_needs_verification'))).toBeVisible();
        await visitor.open('/api/auth/callback?state=forged&code=x');
        await expect(visitor.text(t('error.bad_oauth_state'))).toBeVisible();
      });
    });

    test.describe(() => {
      test.use({ lang });

      test(`is no way around the second factor, in ${lang}`, async ({ customer, page, shop, t }) => {
        const { app } = await enrol(customer);
        await signOut(customer);
        await customer.open('/login?next=%2Fstore');
        await customer.link(t('login.with', { name: 'Acme' })).click();
        await answer(customer, customer.account.email);
        await expect(customer.title(t('factor.title'))).toBeVisible();
        await customer.field(t('code.label')).fill(await app.code());
        await customer.button(t('factor.submit')).click();
        await expect(page).toHaveURL('/store');
        await shop.mails.await(customer.account.email, mailTextsOf(lang)['identity_joined_subject'] ?? '');
      });
    });
  }

  test('signs a program in, which shows that it asked', async ({ visitor, page, shop }) => {
    const { email } = stranger();
    const auth = new AuthClient({ url: `${shop.url}/api/auth`, flowType: 'pkce', autoRefreshToken: false, persistSession: true });
    const options = { redirectTo: `${shop.url}/store`, skipBrowserRedirect: true };
    const asked = await auth.signInWithSSO({ domain: 'acme.example', options: { redirectTo: options.redirectTo } });
    expect(asked.data?.url ?? '').toMatch(/\/authorize\?provider=acme&/);
    const { data } = await auth.signInWithOAuth({ provider: 'acme' as 'google', options });
    await page.goto(data.url ?? '');
    await answer(visitor, email);
    await expect(page).toHaveURL(at(/^\/store\?code=/));
    const exchanged = await auth.exchangeCodeForSession(new URL(page.url()).searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.email).toBe(email);
    const again = await auth.signInWithOtp({ email });
    expect(again.error).toBeNull();
  });
});

/** Answers the provider's page. */
async function answer({ page }: Visitor, email: string, button = 'Allow'): Promise<void> {
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: button, exact: true }).click();
}
