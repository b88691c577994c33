// Getting in without the password: by mail, and with a new one; and confirming an account with the typed code.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { customer, stranger, type Buyer } from './buyer';
import { codeIn, linkIn } from './mail';
import { mailTextsOf, type Lang } from './texts';
import { phone, story, type Visitor, type World } from './visitor';

export const account = (world: () => World) =>
  describe('the way into the account', () => {
    for (const lang of ['es', 'ar'] as const) {
      const session = { lang, cookies: 'session' } as const;
      story(world, `leads over a new password by the link, in ${lang}`, session, recoverByLink);
      story(world, `leads over a new password by the code, in ${lang}`, session, recoverByCode);
      story(world, `leads over a mailed code, in ${lang}`, session, enterByCode);
    }
    story(world, 'leads over a mailed link', { cookies: 'session' }, enterByLink);
    story(world, 'is closed to used and broken links', { cookies: 'session' }, usedLink);
    story(world, 'begins with a typed code', {}, confirmByCode);
    for (const lang of ['es', 'ar'] as const) {
      const session = { lang, cookies: 'session', viewport: phone } as const;
      story(world, `begins with a password of one's own where strangers asked, too, in ${lang}`, session, contested);
      story(world, `leads over a mailed code while strangers guess, in ${lang}`, session, throttled);
    }
  });

const home = '/account?tab=orders';

/** Opens a page of the account and is sent to sign in. */
async function knock(visitor: Visitor): Promise<void> {
  await visitor.open(home);
  await visitor.arrivesAt(/^\/login\?next=/);
}

/** The mail of a kind to somebody, in their language. */
const mail = (visitor: Visitor, { email }: Buyer, subject: string, lang: Lang = visitor.lang) =>
  visitor.shop.mails.await(email, mailTextsOf(lang)[subject] ?? subject);

async function forgets(visitor: Visitor): Promise<Buyer> {
  const { shop, lang, t } = visitor;
  const buyer = await customer(shop, lang);
  await knock(visitor);
  await visitor.link(t('login.forgot')).click();
  await visitor.seesPage(t('recover.title'));
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.button(t('mailed.send')).click();
  await visitor.sees(t('mailed.how'));
  return buyer;
}

/** Chooses a password and finds that it is the one that counts. */
async function choose(visitor: Visitor, buyer: Buyer): Promise<void> {
  const { t } = visitor;
  const password = `${buyer.password} ${visitor.lang}`;
  await visitor.seesPage(t('recover.choose_title'));
  await visitor.field(t('field.new_password')).fill('password');
  await visitor.button(t('password.save')).click();
  await visitor.sees(t('error.weak_password.common'));
  await visitor.field(t('field.new_password')).fill(password);
  await visitor.button(t('password.save')).click();
  await visitor.toast(t('password.changed_title'));
  await visitor.arrivesAt(home);
  await visitor.sees(t('orders.empty_title'));
  await visitor.open('/account');
  await visitor.button(t('account.logout')).click();
  await visitor.arrivesAt(/^\/login/);
  await enter(visitor, buyer);
  await visitor.toast(t('error.invalid_credentials'));
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
  await visitor.arrivesAt('/account');
}

const expectRefusals = (visitor: Visitor) => {
  visitor.expects(422, /\/auth\/user$/);
  visitor.expects(400, /grant_type=password$/);
};

async function recoverByLink(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  expectRefusals(visitor);
  const buyer = await forgets(visitor);
  await page.goto(linkIn(await mail(visitor, buyer, 'recover_subject')));
  await visitor.ready();
  await visitor.readsIn(visitor.lang);
  await visitor.seesPage(t('verify.recovery.title'));
  await visitor.sees(t('verify.recovery.lead', { email: buyer.email }));
  await visitor.button(t('verify.recovery.submit')).click();
  await visitor.arrivesAt(/^\/recover\?/);
  assert.equal(new URL(page.url()).hash, '');
  await choose(visitor, buyer);
}

async function recoverByCode(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  expectRefusals(visitor);
  visitor.expects(403, /\/verify$/);
  const buyer = await forgets(visitor);
  const code = codeIn(await mail(visitor, buyer, 'recover_subject'));
  const field = visitor.field(t('code.label'));
  assert.equal(await field.evaluate((element) => element === document.activeElement), true, 'the code can be typed at once');
  await field.fill('12 34');
  await visitor.button(t('code.submit')).click();
  await visitor.sees(t('code.format'));
  await field.fill(code === '000000' ? '000001' : '000000');
  await visitor.button(t('code.submit')).click();
  await visitor.sees(t('error.wrong_code'));
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await visitor.button(t('code.submit')).click();
  await choose(visitor, buyer);
}

async function enterByCode(visitor: Visitor): Promise<void> {
  const { shop, lang, t } = visitor;
  const buyer = await customer(shop, lang);
  await knock(visitor);
  await visitor.link(t('login.by_mail')).click();
  await visitor.seesPage(t('login.mail_title'));
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.button(t('mailed.send')).click();
  const code = codeIn(await mail(visitor, buyer, 'sign_in_subject'));
  await visitor.field(t('code.label')).fill(code);
  await visitor.button(t('code.submit')).click();
  await visitor.arrivesAt(home);
  await visitor.sees(buyer.email);
}

async function enterByLink(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const buyer = await customer(shop);
  await knock(visitor);
  await visitor.link(t('login.by_mail')).click();
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.button(t('mailed.send')).click();
  await page.goto(linkIn(await mail(visitor, buyer, 'sign_in_subject')));
  await visitor.ready();
  await visitor.sees(t('verify.magiclink.lead', { email: buyer.email }));
  await visitor.button(t('verify.magiclink.submit')).click();
  await visitor.arrivesAt(home);
  await visitor.sees(buyer.email);
}

async function usedLink(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  visitor.expects(403, /\/verify$/);
  const buyer = await forgets(visitor);
  const link = linkIn(await mail(visitor, buyer, 'recover_subject'));
  for (const broken of [link.replace(/&email=[^&]*/, ''), link.replace('type=recovery', 'type=signup')]) {
    await page.goto('/store');
    await page.goto(broken);
    await visitor.seesPage(t('welcome.expired_title'));
  }
  await page.goto('/store');
  await page.goto(link.replace(/token_hash=..../, 'token_hash=0000'));
  await visitor.ready();
  await visitor.button(t('verify.recovery.submit')).click();
  await visitor.seesPage(t('welcome.expired_title'));
  await visitor.link(t('login.forgot')).click();
  await visitor.seesPage(t('recover.title'));
  await visitor.open('/recover?step=password');
  await visitor.arrivesAt('/recover');
}

async function register(visitor: Visitor, buyer: Buyer): Promise<void> {
  const { t } = visitor;
  await visitor.open('/register');
  await visitor.field(t('field.name')).fill(buyer.name);
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.field(t('field.password')).fill(buyer.password);
  await visitor.button(t('register.submit')).click();
  await visitor.seesPage(t('check_email.title'));
}

/** Signs in on the page and arrives at the account. */
async function enter(visitor: Visitor, { email, password }: Pick<Buyer, 'email' | 'password'>): Promise<void> {
  const { t } = visitor;
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
}

/** Somebody else asked for an account with this address before its owner did. */
async function contested(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  visitor.expects(422, /\/verify$/);
  visitor.expects(400, /grant_type=password$/);
  for (const by of ['link', 'code']) {
    const buyer = stranger();
    const body = JSON.stringify({ email: buyer.email, password: 'siete cuervos negros', data: { lang: visitor.lang } });
    const headers = { 'Content-Type': 'application/json' };
    assert.equal((await fetch(`${shop.url}/api/auth/signup`, { method: 'POST', headers, body })).status, 200);
    const theirs = await mail(visitor, buyer, 'confirm_subject');
    await register(visitor, buyer);
    if (by === 'link') {
      await page.goto(linkIn(theirs));
      await visitor.seesPage(t('welcome.confirm_title'));
    } else {
      await visitor.field(t('code.label')).fill(codeIn(theirs));
    }
    await visitor.button(t('welcome.confirm')).click();
    await visitor.sees(t('welcome.choose', { email: buyer.email }));
    await visitor.fitsTheScreen(`a password is chosen by ${by}`);
    const field = visitor.field(t('field.new_password'));
    await field.fill('password');
    await visitor.button(t('welcome.confirm')).click();
    await visitor.sees(t('error.weak_password.common'));
    await field.fill('ocho mirlos blancos');
    await visitor.button(t('welcome.confirm')).click();
    await visitor.sees(t('welcome.confirmed'));
    await visitor.link(t('welcome.login')).click();
    await enter(visitor, buyer);
    await visitor.toast(t('error.invalid_credentials'));
    await enter(visitor, { ...buyer, password: 'ocho mirlos blancos' });
    await visitor.arrivesAt('/account');
    await visitor.button(t('account.logout')).click();
    await visitor.arrivesAt(/^\/login/);
  }
}

/** Strangers guess the password; in a new browser it is not enough then. */
async function throttled(visitor: Visitor): Promise<void> {
  const { page, shop, lang, t } = visitor;
  visitor.expects(429, /grant_type=password$/);
  visitor.expects(429, /\/otp$/);
  const buyer = await customer(shop, lang);
  const refusal = { code: 'over_request_rate_limit', status: 429, title: '', type: 'about:blank', retry_after: 30 };
  await page.route('**/api/auth/token?grant_type=password', (route) => route.fulfill({ status: 429, json: refusal }));
  await knock(visitor);
  await enter(visitor, buyer);
  await visitor.sees(t('login.throttled_by_mail', { email: buyer.email }));
  await visitor.fitsTheScreen('a code is offered');
  // Somebody asked for one a moment ago.
  const body = JSON.stringify({ email: buyer.email, create_user: false });
  await fetch(`${shop.url}/api/auth/otp`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const code = codeIn(await mail(visitor, buyer, 'sign_in_subject'));
  await visitor.button(t('mailed.send')).click();
  await visitor.sees(t('mailed.recent', { email: buyer.email }));
  await visitor.field(t('code.label')).fill(code);
  await visitor.button(t('code.submit')).click();
  await visitor.arrivesAt(home);
  await visitor.sees(buyer.email);
}

async function confirmByCode(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  const buyer = stranger();
  await register(visitor, buyer);
  await visitor.field(t('code.label')).fill(codeIn(await mail(visitor, buyer, 'confirm_subject')));
  await visitor.button(t('welcome.confirm')).click();
  await visitor.seesPage(t('welcome.title'));
  await visitor.sees(t('welcome.confirmed'));
}
