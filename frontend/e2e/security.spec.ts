// What the owner of an account does for its safety.

import { readFile } from 'node:fs/promises';
import { asCustomer, signIn, stranger, type Buyer } from './support/buyer';
import { codeIn, linkIn } from './support/mail';
import { mailTextsOf } from './support/texts';
import { enrol, openSecurity, securityPage, signOut } from './support/security';
import { at, expect, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('the safety of the account', () => {
  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`grows with a second factor, in ${lang}`, async ({ customer, page, shop, t, watch }) => {
        watch.expects(422, /\/factors\/[^/]+\/verify$/);
        const { app } = await enrol(customer);
        await shop.mails.await(customer.account.email, subject(customer, 'factor_added_subject'));
        await signOut(customer);
        await customer.open(securityPage);
        await signInOnPage(customer, customer.account);
        await expect(customer.title(t('factor.title'))).toBeVisible();
        await expect(page, 'the second step').toFitTheScreen();
        await customer.field(t('code.label')).fill('000000');
        await customer.button(t('factor.submit')).click();
        await expect(customer.text(t('error.mfa_verification_failed'))).toBeVisible();
        await customer.field(t('code.label')).fill(await app.code());
        await customer.button(t('factor.submit')).click();
        await expect(page).toHaveURL(securityPage);
        await customer.button(t('factor.remove')).click();
        await customer.button(t('factor.remove_yes'), customer.dialog).click();
        await expect(customer.toast(t('factor.removed'))).toBeVisible();
        await expect(customer.button(t('factor.add'))).toBeVisible();
        await shop.mails.await(customer.account.email, subject(customer, 'factor_removed_subject'));
      });

      test(`shows where the account is open, in ${lang}`, async ({ customer, another, page, lang, t }) => {
        const others = [await another({ lang }), await another({ lang })];
        for (const other of others) await signIn(other, customer.account);
        await openSecurity(customer);
        const rows = page.locator('.sessions__row');
        await expect(rows).toHaveCount(3);
        await expect(customer.text(/Chrome · Linux/)).toBeVisible();
        await rows.getByRole('button').first().click();
        await expect(customer.toast(t('sessions.ended'))).toBeVisible();
        await expect(rows).toHaveCount(2);
        await customer.button(t('sessions.end_others')).click();
        await expect(customer.toast(t('sessions.others_ended'))).toBeVisible();
        await expect(rows).toHaveCount(1);
        for (const other of others) {
          await other.open('/account');
          await expect(other.page).toHaveURL(at(/^\/login/));
        }
      });

      test(`lets the address change, in ${lang}`, async ({ visitor, page, shop, t, watch }) => {
        watch.expects(403, /\/verify$/);
        watch.expects(400, /\/auth\/user$/);
        const { before, email } = await askForAddress(visitor, 'password');
        const code = codeIn(await shop.mails.await(email, subject(visitor, 'new_email_subject')));
        await visitor.field(t('code.label')).fill(code === '000000' ? '000001' : '000000');
        await visitor.button(t('code.submit')).click();
        await expect(visitor.text(t('error.wrong_code'))).toBeVisible();
        await visitor.field(t('code.label')).fill(code);
        await visitor.button(t('code.submit')).click();
        await expect(visitor.toast(t('verify.changed_title'))).toBeVisible();
        await signOut(visitor);
        await signInOnPage(visitor, { ...before, email });
        await expect(page).toHaveURL('/account');
        await expect(visitor.text(email)).toBeVisible();
      });

      test(`lets the password change, in ${lang}`, async ({ customer, page, shop, t, watch }) => {
        watch.expects(400, /\/auth\/user$/);
        watch.expects(422, /\/auth\/user$/);
        await openSecurity(customer);
        const panel = panelWith(customer, t('password.change'));
        const byMail = customer.button(t('password.by_mail'), panel);
        const change = async (proof: string, word: string) => {
          await panel.locator('[name="current_password"], [name="nonce"]').fill(proof);
          await customer.field(t('field.new_password')).fill(word);
          await customer.button(t('password.change')).click();
        };
        await change('not the password', 'another horse battery');
        await expect(customer.text(t('error.current_password_mismatch'))).toBeVisible();
        await change(customer.account.password, customer.account.password);
        await expect(customer.text(t('error.same_password'))).toBeVisible();
        await change(customer.account.password, 'another horse battery');
        await expect(customer.toast(t('password.changed_title'))).toBeVisible();
        await byMail.click();
        await expect(customer.text(t('password.code_sent', { email: customer.account.email }))).toBeVisible();
        const mail = await shop.mails.await(customer.account.email, subject(customer, 'reauthenticate_subject'));
        await change(codeIn(mail), 'one more horse battery');
        await expect(byMail).toBeVisible();
        await signOut(customer);
        await signInOnPage(customer, { ...customer.account, password: 'one more horse battery' });
        await expect(page).toHaveURL('/account');
      });

      test(`ends with the data taken along and forgotten, in ${lang}`, async ({ customer, page, context, shop, t, watch }) => {
        watch.expects(400, /grant_type=password$/);
        const other = await context.newPage();
        await customer.open('/account', other);
        await expect(customer.text(customer.account.email, other)).toBeVisible();
        await customer.open('/account?tab=data');
        const [file] = await Promise.all([page.waitForEvent('download'), customer.button(t('data.export')).click()]);
        expect(file.suggestedFilename()).toBe('my-data.json');
        const known = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: unknown; orders: unknown[] };
        expect(JSON.stringify(known.account)).toContain(customer.account.email);
        expect(known.orders).toEqual([]);

        await customer.button(t('data.erase')).click();
        const address = customer.dialog.getByLabel(t('data.erase_confirm'));
        await address.fill('somebody@example.com');
        await customer.button(t('data.erase_yes'), customer.dialog).click();
        await expect(customer.text(t('data.erase_mismatch', { email: customer.account.email }))).toBeVisible();
        await address.fill(customer.account.email);
        await customer.button(t('data.erase_yes'), customer.dialog).click();
        await expect(customer.text(t('data.erased_text'))).toBeVisible();
        await expect(other).toHaveURL(at(/^\/login/));
        await customer.button(t('data.leave')).click();
        await expect(page).toHaveURL('/');
        await customer.ready();
        await shop.mails.await(customer.account.email, subject(customer, 'erased_subject'));
        await customer.open('/login');
        await signInOnPage(customer, customer.account);
        await expect(customer.toast(t('error.invalid_credentials'))).toBeVisible();
      });
    });
  }

  test('lets the address change by the link', async ({ visitor, page, shop, t }) => {
    const { email } = await askForAddress(visitor, 'code');
    await page.goto(linkIn(await shop.mails.await(email, subject(visitor, 'new_email_subject'))));
    await visitor.ready();
    await expect(visitor.title(t('verify.email_change.title'))).toBeVisible();
    await visitor.button(t('verify.email_change.submit')).click();
    await expect(visitor.title(t('verify.changed_title'))).toBeVisible();
    await visitor.link(t('verify.to_account')).click();
    await expect(page).toHaveURL('/account');
    await expect(visitor.text(email)).toBeVisible();
  });

  test('goes back to the address before by the link that was mailed there', async ({ visitor, page, shop, t }) => {
    const { before, email } = await askForAddress(visitor, 'code');
    await page.goto(linkIn(await shop.mails.await(email, subject(visitor, 'new_email_subject'))));
    await visitor.ready();
    await visitor.button(t('verify.email_change.submit')).click();
    await expect(visitor.title(t('verify.changed_title'))).toBeVisible();
    await page.goto(linkIn(await shop.mails.await(before.email, subject(visitor, 'email_changed_subject'))));
    await visitor.ready();
    await expect(visitor.text(t('verify.way_back.lead', { email: before.email }))).toBeVisible();
    await visitor.button(t('verify.way_back.submit')).click();
    await expect(visitor.title(t('recover.choose_title'))).toBeVisible();
    await expect(visitor.text(before.email)).toBeVisible();
  });

  test('asks for another sign-in before what matters', async ({ customer, page, t, watch }) => {
    watch.expects(403, /\/auth\/factors$/);
    watch.expects(400, /grant_type=password$/);
    await openSecurity(customer);
    // As ten minutes later.
    const refusal = { code: 'reauthentication_needed', status: 403, title: '', type: 'about:blank' };
    await page.route('**/api/auth/factors', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
    await customer.button(t('factor.add')).click();
    await expect(customer.text(t('step_up.text', { email: customer.account.email }))).toBeVisible();
    const word = customer.dialog.getByLabel(t('field.password')).first();
    await word.fill('not the password');
    await customer.button(t('login.submit'), customer.dialog).click();
    await expect(customer.dialog.getByText(t('error.invalid_credentials.password')), 'at its field').toBeVisible();
    await word.fill(customer.account.password);
    await customer.button(t('login.submit'), customer.dialog).click();
    await expect(page.getByRole('img', { name: t('enrol.picture') })).toBeVisible();
    await customer.button(t('enrol.cancel')).click();
    await expect(customer.button(t('factor.add'))).toBeVisible();
  });

  test('asks once, in words for customers, before their data is handed out', async ({ customer, page, t, watch }) => {
    watch.expects(403, /\/my-data$/);
    await customer.open('/account?tab=data');
    const refusal = { code: 'reauthentication_needed', method: 'otp', status: 403, title: '', type: 'about:blank' };
    await page.route('**/api/my-data', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
    await customer.button(t('data.export')).click();
    await expect(customer.text(t('step_up.by_mail', { email: customer.account.email }))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(customer.dialog).toHaveCount(0);
    await expect(customer.button(t('data.export'))).toBeEnabled();
  });

  test('returns with a recovery code when the phone is lost', async ({ customer, page, t }) => {
    const { codes } = await enrol(customer);
    await signOut(customer);
    await signInOnPage(customer, customer.account);
    await expect(customer.title(t('factor.title'))).toBeVisible();
    // Half a session opens nothing, and gives way to another account.
    await customer.open('/account');
    await expect(page).toHaveURL(at(/^\/login/));
    await customer.button(t('factor.leave')).click();
    await expect(customer.title(t('login.title'))).toBeVisible();
    await signInOnPage(customer, customer.account);
    await customer.button(t('factor.use_recovery')).click();
    await customer.field(t('factor.recovery_label')).fill((codes[0] ?? '').toUpperCase());
    await customer.button(t('factor.submit')).click();
    await expect(page).toHaveURL('/account');
    await openSecurity(customer);
    await expect(customer.text(t('recovery.left', { count: 9 }))).toBeVisible();
    await signOut(customer);
    // Who reads the mailbox needs the second factor, too.
    await customer.open('/recover');
    await customer.field(t('field.email')).fill(customer.account.email);
    await customer.button(t('mailed.send')).click();
    const mail = await customer.shop.mails.await(customer.account.email, subject(customer, 'recover_subject'));
    await customer.field(t('code.label')).fill(codeIn(mail));
    await customer.button(t('code.submit')).click();
    await expect(customer.title(t('factor.title'))).toBeVisible();
    await customer.button(t('factor.use_recovery')).click();
    await customer.field(t('factor.recovery_label')).fill(codes[1] ?? '');
    await customer.button(t('factor.submit')).click();
    await expect(customer.title(t('recover.choose_title'))).toBeVisible();
    await customer.field(t('field.new_password')).fill('another horse battery');
    await customer.button(t('password.save')).click();
    await expect(page).toHaveURL('/account');
  });
});

const subject = ({ lang }: Visitor, key: string) => mailTextsOf(lang)[key] ?? key;

async function signInOnPage(visitor: Visitor, { email, password: word }: Buyer): Promise<void> {
  const { t } = visitor;
  await expect(visitor.page).toHaveURL(at(/^\/login/));
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(word);
  await visitor.button(t('login.submit')).click();
}

/** The part of the page with a button. */
const panelWith = ({ page }: Visitor, name: string) =>
  page.locator('.panel').filter({ has: page.getByRole('button', { name, exact: true }) });

async function askForAddress(visitor: Visitor, by: 'password' | 'code'): Promise<{ before: Buyer; email: string }> {
  const { t } = visitor;
  const before = await asCustomer(visitor, visitor.lang);
  const { email } = stranger();
  await openSecurity(visitor);
  const panel = panelWith(visitor, t('email.change'));
  const current = panel.locator('[name="current_password"]');
  await visitor.field(t('email.new')).fill(before.email);
  await current.fill(before.password);
  await visitor.button(t('email.change')).click();
  await expect(visitor.text(t('email.same'))).toBeVisible();
  await visitor.field(t('email.new')).fill(email);
  if (by === 'password') {
    await current.fill('not the password');
    await visitor.button(t('email.change')).click();
    await expect(visitor.text(t('error.current_password_mismatch'))).toBeVisible();
    await current.fill(before.password);
  } else {
    await visitor.button(t('password.by_mail'), panel).click();
    await expect(visitor.text(t('password.code_sent', { email: before.email }))).toBeVisible();
    const mail = await visitor.shop.mails.await(before.email, subject(visitor, 'reauthenticate_subject'));
    await panel.locator('[name="nonce"]').fill(codeIn(mail));
  }
  await visitor.button(t('email.change')).click();
  await expect(visitor.text(t('email.pending', { email }))).toBeVisible();
  await visitor.shop.mails.await(before.email, subject(visitor, 'email_changing_subject'));
  return { before, email };
}

