// Getting in without the password: by mail, and with a new one; and confirming an account with the typed code.

import { customer, stranger, type Buyer } from './support/buyer';
import { codeIn, linkIn } from './support/mail';
import { mailTextsOf, type Lang } from './support/texts';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('the way into the account', () => {
  test.use({ cookies: 'session' });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`leads over a new password by the link, in ${lang}`, async ({ visitor, page, t }) => {
        expectRefusals(visitor);
        const buyer = await forgets(visitor);
        await page.goto(linkIn(await mail(visitor, buyer, 'recover_subject')));
        await visitor.ready();
        await visitor.readsIn(visitor.lang);
        await expect(visitor.title(t('verify.recovery.title'))).toBeVisible();
        await expect(visitor.text(t('verify.recovery.lead', { email: buyer.email }))).toBeVisible();
        await visitor.button(t('verify.recovery.submit')).click();
        await expect(page).toHaveURL(at(/^\/recover\?/));
        expect(new URL(page.url()).hash).toBe('');
        await choose(visitor, buyer);
      });

      test(`leads over a new password by the code, in ${lang}`, async ({ visitor, t, watch }) => {
        expectRefusals(visitor);
        watch.expects(403, /\/verify$/);
        const buyer = await forgets(visitor);
        const code = codeIn(await mail(visitor, buyer, 'recover_subject'));
        const field = visitor.field(t('code.label'));
        await expect(field, 'the code can be typed at once').toBeFocused();
        await field.fill('12 34');
        await visitor.button(t('code.submit')).click();
        await expect(visitor.text(t('code.format'))).toBeVisible();
        await field.fill(code === '000000' ? '000001' : '000000');
        await visitor.button(t('code.submit')).click();
        await expect(visitor.text(t('error.wrong_code'))).toBeVisible();
        await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
        await visitor.button(t('code.submit')).click();
        await choose(visitor, buyer);
      });

      test(`leads over a mailed code, in ${lang}`, async ({ visitor, page, shop, lang, t }) => {
        const buyer = await customer(shop, lang);
        await knock(visitor);
        await visitor.link(t('login.by_mail')).click();
        await expect(visitor.title(t('login.mail_title')), 'and no field of the page before').toBeVisible();
        await visitor.field(t('field.email')).fill(buyer.email);
        await visitor.button(t('mailed.send')).click();
        const code = codeIn(await mail(visitor, buyer, 'sign_in_subject'));
        await visitor.field(t('code.label')).fill(code);
        await visitor.button(t('code.submit')).click();
        await expect(page).toHaveURL(home);
        await expect(visitor.text(buyer.email)).toBeVisible();
      });
    });
  }

  test('leads over a mailed link', async ({ visitor, page, shop, t }) => {
    const buyer = await customer(shop);
    await knock(visitor);
    await visitor.link(t('login.by_mail')).click();
    await expect(visitor.title(t('login.mail_title')), 'and no field of the page before').toBeVisible();
    await visitor.field(t('field.email')).fill(buyer.email);
    // The mail comes, the answer is lost: where they were headed is known all the same.
    await page.route('**/api/auth/otp', async (route) => void (await route.fetch()));
    await visitor.button(t('mailed.send')).click();
    await page.goto(linkIn(await mail(visitor, buyer, 'sign_in_subject')));
    await visitor.ready();
    await expect(visitor.text(t('verify.magiclink.lead', { email: buyer.email }))).toBeVisible();
    await visitor.button(t('verify.magiclink.submit')).click();
    await expect(page).toHaveURL(home);
    await expect(visitor.text(buyer.email)).toBeVisible();
  });

  test('is closed to used and broken links', async ({ visitor, page, t, watch }) => {
    watch.expects(403, /\/verify$/);
    const buyer = await forgets(visitor);
    const link = linkIn(await mail(visitor, buyer, 'recover_subject'));
    for (const broken of [link.replace(/&email=[^&]*/, ''), link.replace('type=recovery', 'type=signup')]) {
      await page.goto('/store');
      await page.goto(broken);
      await expect(visitor.title(t('welcome.expired_title'))).toBeVisible();
    }
    await page.goto('/store');
    await page.goto(link.replace(/token_hash=..../, 'token_hash=0000'));
    await visitor.ready();
    await visitor.button(t('verify.recovery.submit')).click();
    await expect(visitor.title(t('welcome.expired_title'))).toBeVisible();
    await visitor.link(t('login.forgot')).click();
    await expect(visitor.title(t('recover.title'))).toBeVisible();
    await visitor.open('/recover?step=password');
    await expect(page).toHaveURL('/recover');
  });

  test.describe(() => {
    test.use({ cookies: 'none' });

    test('begins with a typed code', async ({ visitor, t }) => {
      const buyer = stranger();
      await register(visitor, buyer);
      await visitor.field(t('code.label')).fill(codeIn(await mail(visitor, buyer, 'confirm_subject')));
      await visitor.button(t('welcome.confirm')).click();
      await expect(visitor.title(t('welcome.title'))).toBeVisible();
      await expect(visitor.text(t('welcome.confirmed'))).toBeVisible();
    });
  });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang, viewport: phone });

      // Somebody else asked for an account with this address before its owner did.
      test(`begins with a password of one's own where strangers asked, too, in ${lang}`, async ({ visitor, page, shop, t, watch }) => {
        watch.expects(422, /\/verify$/);
        watch.expects(400, /grant_type=password$/);
        for (const by of ['link', 'code']) {
          const buyer = stranger();
          const body = JSON.stringify({ email: buyer.email, password: 'siete cuervos negros', data: { lang: visitor.lang } });
          const headers = { 'Content-Type': 'application/json' };
          expect((await fetch(`${shop.url}/api/auth/signup`, { method: 'POST', headers, body })).status).toBe(200);
          const theirs = await mail(visitor, buyer, 'confirm_subject');
          await register(visitor, buyer);
          if (by === 'link') {
            await page.goto(linkIn(theirs));
            await expect(visitor.title(t('welcome.confirm_title'))).toBeVisible();
          } else {
            await visitor.field(t('code.label')).fill(codeIn(theirs));
          }
          await visitor.button(t('welcome.confirm')).click();
          await expect(visitor.text(t('welcome.choose', { email: buyer.email }))).toBeVisible();
          await expect(page, `a password is chosen by ${by}`).toFitTheScreen();
          const field = visitor.field(t('field.new_password'));
          await field.fill('password');
          await visitor.button(t('welcome.confirm')).click();
          await expect(visitor.text(t('error.weak_password.common'))).toBeVisible();
          await field.fill('ocho mirlos blancos');
          await visitor.button(t('welcome.confirm')).click();
          await expect(visitor.text(t('welcome.confirmed'))).toBeVisible();
          await visitor.link(t('welcome.login')).click();
          await enter(visitor, buyer);
          await expect(visitor.toast(t('error.invalid_credentials'))).toBeVisible();
          await enter(visitor, { ...buyer, password: 'ocho mirlos blancos' });
          await expect(page).toHaveURL('/account');
          await visitor.button(t('account.logout')).click();
          await expect(page).toHaveURL(at(/^\/login/));
        }
      });

      // In a new browser the password is not enough then.
      test(`leads over a mailed code while strangers guess, in ${lang}`, async ({ visitor, page, shop, lang, t, watch }) => {
        watch.expects(429, /grant_type=password$/);
        watch.expects(429, /\/otp$/);
        const buyer = await customer(shop, lang);
        const refusal = { code: 'over_request_rate_limit', status: 429, title: '', type: 'about:blank', retry_after: 30 };
        await page.route('**/api/auth/token?grant_type=password', (route) => route.fulfill({ status: 429, json: refusal }));
        await knock(visitor);
        await enter(visitor, buyer);
        await expect(visitor.text(t('login.throttled_by_mail', { email: buyer.email }))).toBeVisible();
        await expect(page, 'a code is offered').toFitTheScreen();
        // Somebody asked for one a moment ago.
        const body = JSON.stringify({ email: buyer.email, create_user: false });
        await fetch(`${shop.url}/api/auth/otp`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        const code = codeIn(await mail(visitor, buyer, 'sign_in_subject'));
        await visitor.button(t('mailed.send')).click();
        await expect(visitor.text(t('mailed.recent', { email: buyer.email }))).toBeVisible();
        await visitor.field(t('code.label')).fill(code);
        await visitor.button(t('code.submit')).click();
        await expect(page).toHaveURL(home);
        await expect(visitor.text(buyer.email)).toBeVisible();
      });
    });
  }
});

const home = '/account?tab=orders';

/** Opens a page of the account and is sent to sign in. */
async function knock(visitor: Visitor): Promise<void> {
  await visitor.open(home);
  await expect(visitor.page).toHaveURL(at(/^\/login\?next=/));
}

/** The mail of a kind to somebody, in their language. */
const mail = (visitor: Visitor, { email }: Buyer, subject: string, lang: Lang = visitor.lang) =>
  visitor.shop.mails.await(email, mailTextsOf(lang)[subject] ?? subject);

async function forgets(visitor: Visitor): Promise<Buyer> {
  const { shop, lang, t } = visitor;
  const buyer = await customer(shop, lang);
  await knock(visitor);
  await visitor.link(t('login.forgot')).click();
  await expect(visitor.title(t('recover.title'))).toBeVisible();
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.button(t('mailed.send')).click();
  await expect(visitor.text(t('mailed.how'))).toBeVisible();
  return buyer;
}

/** Chooses a password and finds that it is the one that counts. */
async function choose(visitor: Visitor, buyer: Buyer): Promise<void> {
  const { t } = visitor;
  const password = `${buyer.password} ${visitor.lang}`;
  await expect(visitor.title(t('recover.choose_title'))).toBeVisible();
  await visitor.field(t('field.new_password')).fill('password');
  await visitor.button(t('password.save')).click();
  await expect(visitor.text(t('error.weak_password.common'))).toBeVisible();
  await visitor.field(t('field.new_password')).fill(password);
  await visitor.button(t('password.save')).click();
  await expect(visitor.toast(t('password.changed_title'))).toBeVisible();
  await expect(visitor.page).toHaveURL(home);
  await expect(visitor.text(t('orders.empty_title'))).toBeVisible();
  await visitor.open('/account');
  await visitor.button(t('account.logout')).click();
  await expect(visitor.page).toHaveURL(at(/^\/login/));
  await enter(visitor, buyer);
  await expect(visitor.toast(t('error.invalid_credentials'))).toBeVisible();
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
  await expect(visitor.page).toHaveURL('/account');
}

const expectRefusals = (visitor: Visitor) => {
  visitor.watch.expects(422, /\/auth\/user$/);
  visitor.watch.expects(400, /grant_type=password$/);
};

async function register(visitor: Visitor, buyer: Buyer): Promise<void> {
  const { t } = visitor;
  await visitor.open('/register');
  await visitor.field(t('field.name')).fill(buyer.name);
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.field(t('field.password')).fill(buyer.password);
  await visitor.button(t('register.submit')).click();
  await expect(visitor.title(t('check_email.title'))).toBeVisible();
}

/** Signs in on the page and arrives at the account. */
async function enter(visitor: Visitor, { email, password }: Pick<Buyer, 'email' | 'password'>): Promise<void> {
  const { t } = visitor;
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
}
