import { customer, serverTexts, stranger } from './support/buyer';
import { endedWindow, enrol, losesSession, signsInAgain } from './support/security';
import { at, expect, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('the session', () => {
  test.describe(() => {
    test.use({ cookies: 'session' });

    test('is asked for where it is needed, and leads back there', async ({ visitor, page, shop, t }) => {
      const { email, password } = await customer(shop);
      await visitor.open('/account?tab=shipping');
      await expect(page).toHaveURL('/login?next=%2Faccount%3Ftab%3Dshipping');
      await expect(page, 'the title is of this page').toHaveTitle(new RegExp(`^${t('login.title')} · `));
      await fillIn(visitor, email, password);
      await expect(page).toHaveURL('/account?tab=shipping');
      await expect(visitor.text(t('shipping.returns_days'))).toBeVisible();
      await expect(visitor.text(email)).toBeVisible();
      await visitor.open('/my-orders');
      await expect(page).toHaveURL('/account');
      await visitor.open('/tracking');
      await expect(page).toHaveURL('/account');
      await visitor.open('/tracking?number=PQ4%20ñ');
      await expect(visitor.title(t('tracking.title'))).toBeVisible();
      await expect(visitor.text(t('tracking.wrong', { number: 'PQ4 ñ' }))).toBeVisible();
      await visitor.link(t('success.orders')).click();
      await expect(page).toHaveURL('/account?tab=orders');
    });
  });

  test('outlives a reload and is out of reach of scripts', async ({ customer, page, context, t }) => {
    const { email } = customer.account;
    await customer.open('/account');
    await expect(customer.text(email)).toBeVisible();
    await page.reload();
    await expect(customer.text(email)).toBeVisible();
    await expect(customer.link(t('nav.account'))).toBeVisible();
    const cookies = (await context.cookies()).filter(({ name }) => name !== 'lang');
    expect(cookies.length > 0 && cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite !== 'None')).toBe(true);
    const readable = await page.evaluate(() => [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(' '));
    for (const { name, value } of cookies) expect(readable, `${name} can be read by scripts`).not.toContain(value);
  });

  test('renews itself before it runs out', async ({ customer, page, context, t }) => {
    const { email } = customer.account;
    const tokens = async () => (await context.cookies()).filter(({ name }) => name !== 'manetes-device').map(({ value }) => value);
    const before = await tokens();
    await page.clock.install();
    await customer.open('/account');
    await expect(customer.text(email)).toBeVisible();
    const renewed = page.waitForResponse(/grant_type=refresh_token$/);
    await page.clock.fastForward('59:00');
    expect((await renewed).status()).toBe(200);
    const after = await tokens();
    expect(before.every((token) => !after.includes(token)), 'both tokens are new').toBe(true);
    await page.reload();
    await expect(customer.text(email)).toBeVisible();
    await customer.open('/account?tab=orders');
    await expect(customer.text(t('orders.empty_title'))).toBeVisible();
  });

  test('ends in every tab at once', async ({ customer, page, context, t, watch }) => {
    const other = await context.newPage();
    await customer.open('/account?tab=orders', other);
    await expect(customer.text(t('orders.empty_title'), other)).toBeVisible();
    await customer.open('/account');
    await customer.button(t('account.logout')).click();
    await expect(page).toHaveURL(at(/^\/login/));
    await expect(other).toHaveURL(at(/^\/login/));
    watch.mayHold('device');
    await page.goto('/account');
    await expect(page).toHaveURL(at(/^\/login/));
  });

  test('that ends while somebody writes is asked for above the page, which keeps what was written', async ({ customer, page, t }) => {
    const { email, password } = customer.account;
    await customer.open('/account');
    const name = customer.field(t('field.name'));
    await name.fill('Núria Puig i Ferrer');
    await losesSession(customer);
    await customer.button(t('account.save')).click();
    const ended = endedWindow(customer);
    await expect(ended.getByText(t('ended.text', { email }))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ended).toHaveCount(0);
    await expect(name, 'closing the window loses nothing').toHaveValue('Núria Puig i Ferrer');
    await customer.button(t('account.save')).click();
    await signsInAgain(customer, password);
    await expect(customer.toast(t('account.saved_title'))).toBeVisible();
    await expect(ended).toHaveCount(0);
    await page.reload();
    await expect(name).toHaveValue('Núria Puig i Ferrer');

    // Somebody else's telephone: what is shown goes, and nothing is left to come back to.
    await name.fill('Núria');
    await losesSession(customer);
    await customer.button(t('account.save')).click();
    await customer.button(t('ended.leave'), ended).click();
    await expect(page).toHaveURL('/login?next=%2Faccount');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Núria');
    await expect(customer.field(t('field.email'))).toHaveValue('');
  });

  test('that ends while somebody writes waits for the second factor, too', async ({ customer, page, t }) => {
    const { password } = customer.account;
    const { app } = await enrol(customer);
    await customer.open('/account');
    const name = customer.field(t('field.name'));
    await name.fill('Núria Puig i Ferrer');
    await losesSession(customer);
    const ended = endedWindow(customer);
    const code = ended.locator('[name="code"]');
    const comesToTheCode = async () => {
      await customer.button(t('account.save')).click();
      await signsInAgain(customer, password);
      await expect(code).toBeVisible();
    };
    await comesToTheCode();
    await page.keyboard.press('Escape');
    await expect(ended).toHaveCount(0);
    await expect(name, 'half a session takes nothing away').toHaveValue('Núria Puig i Ferrer');
    await comesToTheCode();
    await code.fill(await app.code());
    await customer.button(t('factor.submit'), ended).click();
    await expect(customer.toast(t('account.saved_title'))).toBeVisible();
    await expect(ended).toHaveCount(0);
  });

  test('is refused for a wrong password and for an unconfirmed address', async ({ visitor, shop, t, watch }) => {
    watch.expects(400, /grant_type=password$/);
    watch.expects(429, /\/resend$/);
    const known = await customer(shop);
    await visitor.open('/login');
    await fillIn(visitor, known.email, 'not the password');
    await expect(visitor.toast(t('error.invalid_credentials'))).toBeVisible();
    await expect(visitor.page.locator('form').getByText(t('error.invalid_credentials')), 'longer than the message').toBeVisible();

    const { email, password, name } = stranger();
    await visitor.open('/register');
    await visitor.field(t('field.name')).fill(name);
    await visitor.field(t('field.email')).fill(email);
    await visitor.field(t('field.password')).fill(password);
    await visitor.button(t('register.submit')).click();
    await expect(visitor.title(t('check_email.title'))).toBeVisible();
    // A mail a minute: the page says when the next may come.
    const wait = new RegExp(t('resend.wait', { seconds: '%' }).replace(/[()]/g, '\\$&').replace('%', '\\d+'));
    await expect(visitor.button(wait)).toBeDisabled();
    await visitor.link(t('check_email.login')).click();
    await fillIn(visitor, email, password);
    await expect(visitor.text(t('login.unconfirmed'))).toBeVisible();
    await visitor.button(t('resend.submit')).click();
    await expect(visitor.toast(t('resend.recent_title'))).toBeVisible();
    await expect(visitor.button(wait)).toBeVisible();
    await shop.mails.await(email, serverTexts.es.confirm);
  });

  test('needs a password that nobody guesses', async ({ visitor, t, watch }) => {
    watch.expects(422, /\/signup$/);
    await visitor.open('/register');
    await visitor.button(t('register.submit')).click();
    await expect(visitor.text(t('form.required'))).toBeVisible();
    await visitor.field(t('field.name')).fill('Núria');
    await visitor.field(t('field.email')).fill(stranger().email);
    await visitor.field(t('field.password')).fill('short');
    await visitor.button(t('register.submit')).click();
    await expect(visitor.text(t('form.too_short', { min: 6 }))).toBeVisible();
    await visitor.field(t('field.password')).fill('password');
    await visitor.button(t('register.submit')).click();
    await expect(visitor.text(t('error.weak_password.common'))).toBeVisible();
    await visitor.field(t('field.password')).fill('Núria');
    await visitor.button(t('register.submit')).click();
    await expect(visitor.text(t('form.too_short', { min: 6 }))).toBeVisible();
  });
});

async function fillIn(visitor: Visitor, email: string, password: string): Promise<void> {
  const { t } = visitor;
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
}
