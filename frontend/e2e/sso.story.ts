// Signing in through somebody else, at a provider of its own.

import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe } from 'node:test';
import { AuthClient } from '@supabase/auth-js';
import { asCustomer, stranger } from './buyer';
import { providerSetting, startProvider } from './provider';
import { enrol, signOut } from './security.story';
import { freePort, Shop } from './shop';
import { mailTextsOf } from './texts';
import { phone, story, type Visitor, type World } from './visitor';

export const sso = (world: () => World) =>
  describe('a provider', () => {
    let shop: Shop | undefined;
    let provider: Server | undefined;
    let issuer = '';
    const own = (): World => {
      if (shop === undefined) throw new Error('the shop is not open');
      return { shop, browser: world().browser };
    };

    before(async () => {
      const port = await freePort();
      issuer = `http://localhost:${port}`;
      shop = await Shop.open('--oidc', providerSetting(issuer));
      provider = await startProvider(port, shop.url);
    });
    after(async () => {
      provider?.closeAllConnections();
      provider?.close();
      await shop?.close();
    });

    const at = (tell: (visitor: Visitor) => Promise<void>) => async (visitor: Visitor) => {
      visitor.mayAsk(issuer);
      await tell(visitor);
    };
    for (const lang of ['es', 'ar'] as const) {
      const small = { lang, cookies: 'session', viewport: phone } as const;
      story(own, `opens an account, in ${lang}`, small, at(register));
      story(own, `is no way around the second factor, in ${lang}`, { lang, cookies: 'session' }, at(secondFactor));
      story(own, `that says no leads back, in ${lang}`, { ...small, cookies: 'session' }, at(refusals));
    }
    story(own, 'signs a program in, which shows that it asked', { cookies: 'session' }, at(program));
  });

/** Answers the provider's page. */
async function answer({ page }: Visitor, email: string, button = 'Allow'): Promise<void> {
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function register(visitor: Visitor): Promise<void> {
  const { context, page, t } = visitor;
  const { email } = stranger();
  const other = await context.newPage();
  await visitor.open('/login', other);
  await visitor.open('/register?next=%2Faccount%3Ftab%3Dsecurity');
  await visitor.fitsTheScreen('registering');
  const link = visitor.link(t('login.with', { name: 'Acme' }));
  await link.focus();
  await page.keyboard.press('Enter');
  await answer(visitor, email);
  await visitor.arrivesAt('/account?tab=security');
  await visitor.sees(t('identities.title'));
  await visitor.sees(email);
  await visitor.fitsTheScreen('the providers of the account');
  await visitor.readsIn(visitor.lang);
  await visitor.arrivesAt('/account', other);
  await visitor.button(t('identities.remove_named', { name: 'Acme' })).click();
  await visitor.toast(t('identities.removed', { name: 'Acme' }));
  await page.getByText(t('identities.title')).waitFor({ state: 'detached' });
  const subject = mailTextsOf(visitor.lang)['identity_removed_subject'] ?? '';
  await visitor.shop.mails.await(email, subject);
}

async function secondFactor(visitor: Visitor): Promise<void> {
  const { lang, shop, t } = visitor;
  const buyer = await asCustomer(visitor, lang);
  const { app } = await enrol(visitor);
  await signOut(visitor);
  await visitor.open('/login?next=%2Fstore');
  await visitor.link(t('login.with', { name: 'Acme' })).click();
  await answer(visitor, buyer.email);
  await visitor.seesPage(t('factor.title'));
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('factor.submit')).click();
  await visitor.arrivesAt('/store');
  await shop.mails.await(buyer.email, mailTextsOf(lang)['identity_joined_subject'] ?? '');
}

async function refusals(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  await visitor.open('/login?next=%2Fcart');
  await visitor.link(t('login.with', { name: 'Acme' })).click();
  await answer(visitor, 'nobody', 'Deny');
  await visitor.arrivesAt('/login?failed=access_denied&next=%2Fcart');
  await visitor.sees(t('error.access_denied'));
  await visitor.fitsTheScreen('a refusal');
  await visitor.link(t('login.with', { name: 'Acme' })).click();
  await answer(visitor, `unverified-${stranger().email}`);
  await visitor.arrivesAt('/login?failed=provider_email_needs_verification&next=%2Fcart');
  await visitor.sees(t('error.provider_email_needs_verification'));
  await visitor.open('/api/auth/callback?state=forged&code=x');
  await visitor.sees(t('error.bad_oauth_state'));
}

async function program(visitor: Visitor): Promise<void> {
  const { page, shop } = visitor;
  const { email } = stranger();
  const auth = new AuthClient({ url: `${shop.url}/api/auth`, flowType: 'pkce', autoRefreshToken: false, persistSession: true });
  const options = { redirectTo: `${shop.url}/store`, skipBrowserRedirect: true };
  const asked = await auth.signInWithSSO({ domain: 'acme.example', options: { redirectTo: options.redirectTo } });
  assert.match(asked.data?.url ?? '', /\/authorize\?provider=acme&/);
  const { data } = await auth.signInWithOAuth({ provider: 'acme' as 'google', options });
  await page.goto(data.url ?? '');
  await answer(visitor, email);
  await visitor.arrivesAt(/^\/store\?code=/);
  const exchanged = await auth.exchangeCodeForSession(new URL(page.url()).searchParams.get('code') ?? '');
  assert.equal(exchanged.error, null);
  assert.equal(exchanged.data.user?.email, email);
  const again = await auth.signInWithOtp({ email });
  assert.equal(again.error, null);
}
