// Passkeys, kept by an authenticator that the browser itself plays.

import type { CDPSession } from '@playwright/test';
import { buyNow, pay, signIn } from './support/buyer';
import { openSecurity, securityPage, signOut } from './support/security';
import { at, expect, phone, test } from './support/test';
import { mailTextsOf } from './support/texts';
import type { Visitor } from './support/visitor';

/** A device that keeps passkeys, and whose owner always agrees. */
async function plugIn({ page, context }: Visitor): Promise<{ cdp: CDPSession; device: string }> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return { cdp, device: authenticatorId };
}

/** That device would answer before anybody chose what the field proposes. */
const proposeNothing = (visitor: Visitor) =>
  visitor.page.addInitScript(() => {
    // An empty page knows none.
    if ('PublicKeyCredential' in globalThis) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

test.describe('passkeys', () => {
  test.describe('on a phone', () => {
    test.use({ viewport: phone, isMobile: true, hasTouch: true, cookies: 'session' });

    test('take a buyer who comes back from the product to the payment in four taps', async ({ customer, page, shop, t }) => {
      await plugIn(customer);
      await proposeNothing(customer);
      await customer.open('/account');
      await expect(customer.text(t('passkey.offer_text'))).toBeVisible();
      await expect(page, 'the offer').toFitTheScreen();
      await customer.button(t('passkey.add')).tap();
      await expect(customer.toast(t('passkey.added'))).toBeVisible();
      await expect(customer.text(t('passkey.offer_text'))).toBeHidden();
      await signOut(customer);

      let taps = 0;
      await page.exposeFunction('tapped', () => (taps += 1));
      await page.addInitScript(() => {
        const { tapped } = window as unknown as { tapped: () => void };
        addEventListener('click', (event) => event.isTrusted && tapped(), true);
      });
      await customer.open(await shop.pathOf('detector-humo-diez-anos'));
      await customer.button(t('product.add')).tap();
      await customer.button(t('cart.view')).tap();
      await customer.link(t('cart.checkout'), customer.dialog).tap();
      // The sign-in page asks for the passkey by itself, and leads on.
      await expect(page).toHaveURL('/checkout');
      await customer.button(buyNow(t)).tap();
      await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
      expect(taps).toBe(4);
      await pay(customer);
    });
  });

  test.describe(() => {
    test.use({ cookies: 'session' });

    test('sign in at the press of a button, and from what the field of the address proposes', async ({ customer, page, t }) => {
      const { cdp, device } = await plugIn(customer);
      await openSecurity(customer);
      await customer.button(t('passkey.add')).click();
      await expect(customer.toast(t('passkey.added'))).toBeVisible();
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: device, enabled: false });
      await signOut(customer);
      await expect(customer.field(t('field.email'))).toHaveAttribute('autocomplete', 'username webauthn');
      await expect(customer.button(t('passkey.sign_in'))).toBeVisible();
      await expect(page).toBeAccessible();
      // Whoever holds the device agrees: what the field proposed is taken.
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: device, enabled: true });
      await customer.open('/login');
      await expect(page).toHaveURL('/account');
      await proposeNothing(customer);
      await signOut(customer);
      await customer.button(t('passkey.sign_in')).click();
      await expect(page).toHaveURL('/account');
    });
  });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`are named and removed, and open nothing then, in ${lang}`, async ({ customer, page, shop, t, watch }) => {
        watch.expects(400, /\/passkeys\/sign-in$/);
        watch.mayHold('session');
        await plugIn(customer);
        await proposeNothing(customer);
        await openSecurity(customer);
        await customer.button(t('passkey.add')).click();
        await expect(customer.toast(t('passkey.added'))).toBeVisible();
        const subject = (name: string) => mailTextsOf(lang)[name] ?? name;
        await shop.mails.await(customer.account.email, subject('passkey_added_subject'));
        await customer.button(t('passkey.add')).click();
        await expect(customer.toast(t('passkey.known'))).toBeVisible();
        await customer.button(new RegExp(t('passkey.rename_named', { name: '' }).trim())).first().click();
        await customer.dialog.getByRole('textbox').fill('Móvil');
        await customer.button(t('passkey.save'), customer.dialog).click();
        await expect(customer.button(t('passkey.remove_named', { name: 'Móvil' }))).toBeVisible();
        await expect(page, 'the passkeys').toFitTheScreen();
        await customer.button(t('passkey.remove_named', { name: 'Móvil' })).click();
        await customer.button(t('passkey.remove'), customer.dialog).click();
        await expect(customer.toast(t('passkey.removed'))).toBeVisible();
        await shop.mails.await(customer.account.email, subject('passkey_removed_subject'));
        await signOut(customer);
        await customer.button(t('passkey.sign_in')).click();
        await expect(customer.toast(t('error.passkey_refused'))).toBeVisible();
        await signIn(customer, customer.account);
        await customer.open(securityPage);
        await expect(customer.button(t('passkey.add'))).toBeVisible();
      });
    });
  }

  test('are not offered again to whoever said "not now", nor by a browser that has none', async ({ customer, another, page, t }) => {
    await plugIn(customer);
    await customer.open('/account');
    await customer.button(t('passkey.not_now')).click();
    await customer.open('/account?tab=orders');
    await customer.open('/account');
    await expect(customer.button(t('account.logout'))).toBeVisible();
    await expect(customer.button(t('passkey.add'))).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('passkey'))).toBe('not-now');

    const older = await another();
    await older.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await older.open('/login');
    await expect(older.button(t('login.submit'))).toBeVisible();
    await expect(older.button(t('passkey.sign_in'))).toBeHidden();
    await signIn(older, customer.account);
    await older.open(securityPage);
    await expect(older.text(t('passkey.unsupported'))).toBeVisible();
  });
});
