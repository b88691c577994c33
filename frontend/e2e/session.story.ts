import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { asCustomer, customer, serverTexts, stranger } from './buyer';
import { story, type Visitor, type World } from './visitor';

export const session = (world: () => World) =>
  describe('the session', () => {
    story(world, 'is asked for where it is needed, and leads back there', { cookies: 'session' }, gate);
    story(world, 'outlives a reload and is out of reach of scripts', { cookies: 'session' }, hidden);
    story(world, 'renews itself before it runs out', { cookies: 'session' }, renewal);
    story(world, 'ends in every tab at once', { cookies: 'device' }, signOut);
    story(world, 'is refused for a wrong password and for an unconfirmed address', { cookies: 'none' }, refused);
    story(world, 'needs a password that nobody guesses', { cookies: 'none' }, weak);
  });

async function fillIn(visitor: Visitor, email: string, password: string): Promise<void> {
  const { t } = visitor;
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
}

async function gate(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  const { email, password } = await customer(shop);
  await visitor.open('/account?tab=shipping');
  await visitor.arrivesAt('/login?next=%2Faccount%3Ftab%3Dshipping');
  await fillIn(visitor, email, password);
  await visitor.arrivesAt('/account?tab=shipping');
  await visitor.sees(t('shipping.returns_days'));
  await visitor.sees(email);
  await visitor.open('/my-orders');
  await visitor.arrivesAt('/account');
  await visitor.open('/tracking');
  await visitor.arrivesAt('/account');
  await visitor.open('/tracking?number=PQ4%20ñ');
  await visitor.seesPage(t('tracking.title'));
  await visitor.sees(t('tracking.wrong', { number: 'PQ4 ñ' }));
  await visitor.link(t('success.orders')).click();
  await visitor.arrivesAt('/account?tab=orders');
}

async function hidden(visitor: Visitor): Promise<void> {
  const { context, page, t } = visitor;
  const { email } = await asCustomer(visitor);
  await visitor.open('/account');
  await visitor.sees(email);
  await page.reload();
  await visitor.sees(email);
  await visitor.link(t('nav.account')).waitFor();
  const cookies = (await context.cookies()).filter(({ name }) => name !== 'lang');
  assert.ok(cookies.length > 0 && cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite !== 'None'));
  const readable = await page.evaluate(() => [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(' '));
  for (const { name, value } of cookies) assert.ok(!readable.includes(value), `${name} can be read by scripts`);
}

async function renewal(visitor: Visitor): Promise<void> {
  const { context, page, t } = visitor;
  const { email } = await asCustomer(visitor);
  const tokens = async () => (await context.cookies()).filter(({ name }) => name !== 'manetes-device').map(({ value }) => value);
  const before = await tokens();
  await page.clock.install();
  await visitor.open('/account');
  await visitor.sees(email);
  const renewed = page.waitForResponse(/grant_type=refresh_token$/);
  await page.clock.fastForward('59:00');
  assert.equal((await renewed).status(), 200);
  const after = await tokens();
  assert.ok(before.every((token) => !after.includes(token)), 'both tokens are new');
  await page.reload();
  await visitor.sees(email);
  await visitor.open('/account?tab=orders');
  await visitor.sees(t('orders.empty_title'));
}

async function signOut(visitor: Visitor): Promise<void> {
  const { context, page, t } = visitor;
  await asCustomer(visitor);
  const other = await context.newPage();
  await visitor.open('/account?tab=orders', other);
  await visitor.sees(t('orders.empty_title'), other);
  await visitor.open('/account');
  await visitor.button(t('account.logout')).click();
  await visitor.arrivesAt(/^\/login/);
  await visitor.arrivesAt(/^\/login/, other);
  await page.goto('/account');
  await visitor.arrivesAt(/^\/login/);
}

async function refused(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  visitor.expects(400, /grant_type=password$/);
  visitor.expects(429, /\/resend$/);
  const known = await customer(shop);
  await visitor.open('/login');
  await fillIn(visitor, known.email, 'not the password');
  await visitor.toast(t('error.invalid_credentials'));

  const { email, password, name } = stranger();
  await visitor.open('/register');
  await visitor.field(t('field.name')).fill(name);
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('register.submit')).click();
  await visitor.seesPage(t('check_email.title'));
  // A mail a minute: the page says when the next may come.
  const wait = new RegExp(t('resend.wait', { seconds: '%' }).replace(/[()]/g, '\\$&').replace('%', '\\d+'));
  assert.equal(await visitor.button(wait).isDisabled(), true);
  await visitor.link(t('check_email.login')).click();
  await fillIn(visitor, email, password);
  await visitor.sees(t('login.unconfirmed'));
  await visitor.button(t('resend.submit')).click();
  await visitor.toast(t('resend.recent_title'));
  await visitor.button(wait).waitFor();
  await shop.mails.await(email, serverTexts.es.confirm);
}

async function weak(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  visitor.expects(422, /\/signup$/);
  await visitor.open('/register');
  await visitor.button(t('register.submit')).click();
  await visitor.sees(t('form.required'));
  await visitor.field(t('field.name')).fill('Núria');
  await visitor.field(t('field.email')).fill(stranger().email);
  await visitor.field(t('field.password')).fill('short');
  await visitor.button(t('register.submit')).click();
  await visitor.sees(t('form.too_short', { min: 6 }));
  await visitor.field(t('field.password')).fill('password');
  await visitor.button(t('register.submit')).click();
  await visitor.sees(t('error.weak_password.common'));
  await visitor.field(t('field.password')).fill('Núria');
  await visitor.button(t('register.submit')).click();
  await visitor.sees(t('form.too_short', { min: 6 }));
}
