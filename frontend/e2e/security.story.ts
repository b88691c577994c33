// What the owner of an account does for its safety.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { asCustomer, signIn, stranger, type Buyer } from './buyer';
import { Authenticator } from './authenticator';
import { codeIn, linkIn } from './mail';
import { mailTextsOf } from './texts';
import { story, type VisitOptions, type Visitor, type World } from './visitor';

type Another = (options: VisitOptions) => Promise<Visitor>;

export const security = (world: () => World) =>
  describe('the safety of the account', () => {
    for (const lang of ['es', 'ar'] as const) {
      const session = { lang, cookies: 'session' } as const;
      story(world, `grows with a second factor, in ${lang}`, session, secondFactor);
      story(world, `shows where the account is open, in ${lang}`, session, sessions);
      story(world, `lets the address change, in ${lang}`, session, emailByCode);
      story(world, `lets the password change, in ${lang}`, session, password);
      story(world, `ends with the data taken along and forgotten, in ${lang}`, session, erasure);
    }
    story(world, 'lets the address change by the link', { cookies: 'session' }, emailByLink);
    story(world, 'asks for another sign-in before what matters', { cookies: 'session' }, stepUp);
    story(world, 'returns with a recovery code when the phone is lost', { cookies: 'session' }, recoveryCode);
  });

const here = '/account?tab=security';

const subject = ({ lang }: Visitor, key: string) => mailTextsOf(lang)[key] ?? key;

async function openSecurity(visitor: Visitor): Promise<void> {
  await visitor.open(here);
  await visitor.sees(visitor.t('sessions.current'));
}

async function signInOnPage(visitor: Visitor, { email, password: word }: Buyer): Promise<void> {
  const { t } = visitor;
  await visitor.arrivesAt(/^\/login/);
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(word);
  await visitor.button(t('login.submit')).click();
}

export async function signOut(visitor: Visitor): Promise<void> {
  await visitor.open('/account');
  await visitor.button(visitor.t('account.logout')).click();
  await visitor.arrivesAt(/^\/login/);
}

/** Adds an app; answers it, and the recovery codes. */
export async function enrol(visitor: Visitor): Promise<{ app: Authenticator; codes: string[] }> {
  const { page, t } = visitor;
  await openSecurity(visitor);
  await visitor.button(t('factor.add')).click();
  const picture = page.getByRole('img', { name: t('enrol.picture') });
  await picture.waitFor();
  assert.ok(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0), 'the picture is one');
  const app = new Authenticator((await page.locator('.enrol__secret').textContent()) ?? '');
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('enrol.submit')).click();
  await visitor.sees(t('recovery.text'));
  const codes = await page.locator('.recovery-codes code').allTextContents();
  assert.equal(new Set(codes).size, 10);
  await visitor.button(t('recovery.done')).click();
  await visitor.sees(t('recovery.left', { count: 10 }));
  return { app, codes };
}

async function secondFactor(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  visitor.expects(422, /\/factors\/[^/]+\/verify$/);
  const buyer = await asCustomer(visitor, visitor.lang);
  const { app } = await enrol(visitor);
  await shop.mails.await(buyer.email, subject(visitor, 'factor_added_subject'));
  await signOut(visitor);
  await visitor.open(here);
  await signInOnPage(visitor, buyer);
  await visitor.seesPage(t('factor.title'));
  await visitor.fitsTheScreen('the second step');
  await visitor.field(t('code.label')).fill('000000');
  await visitor.button(t('factor.submit')).click();
  await visitor.sees(t('error.mfa_verification_failed'));
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('factor.submit')).click();
  await visitor.arrivesAt(here);
  await visitor.button(t('factor.remove')).click();
  await visitor.button(t('factor.remove_yes'), visitor.dialog).click();
  await visitor.toast(t('factor.removed'));
  await visitor.button(t('factor.add')).waitFor();
  await shop.mails.await(buyer.email, subject(visitor, 'factor_removed_subject'));
}

async function recoveryCode(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  const buyer = await asCustomer(visitor);
  const { codes } = await enrol(visitor);
  await signOut(visitor);
  await signInOnPage(visitor, buyer);
  await visitor.seesPage(t('factor.title'));
  // Half a session opens nothing, and gives way to another account.
  await visitor.open('/account');
  await visitor.arrivesAt(/^\/login/);
  await visitor.button(t('factor.leave')).click();
  await visitor.seesPage(t('login.title'));
  await signInOnPage(visitor, buyer);
  await visitor.button(t('factor.use_recovery')).click();
  await visitor.field(t('factor.recovery_label')).fill((codes[0] ?? '').toUpperCase());
  await visitor.button(t('factor.submit')).click();
  await visitor.arrivesAt('/account');
  await openSecurity(visitor);
  await visitor.sees(t('recovery.left', { count: 9 }));
  await signOut(visitor);
  // Who reads the mailbox needs the second factor, too.
  await visitor.open('/recover');
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.button(t('mailed.send')).click();
  const mail = await visitor.shop.mails.await(buyer.email, subject(visitor, 'recover_subject'));
  await visitor.field(t('code.label')).fill(codeIn(mail));
  await visitor.button(t('code.submit')).click();
  await visitor.seesPage(t('factor.title'));
  await visitor.button(t('factor.use_recovery')).click();
  await visitor.field(t('factor.recovery_label')).fill(codes[1] ?? '');
  await visitor.button(t('factor.submit')).click();
  await visitor.seesPage(t('recover.choose_title'));
  await visitor.field(t('field.new_password')).fill('another horse battery');
  await visitor.button(t('password.save')).click();
  await visitor.arrivesAt('/account');
}

async function sessions(visitor: Visitor, another: Another): Promise<void> {
  const { page, lang, t } = visitor;
  const buyer = await asCustomer(visitor, lang);
  const others = [await another({ lang, cookies: 'session' }), await another({ lang, cookies: 'session' })];
  for (const other of others) await signIn(other, buyer);
  await openSecurity(visitor);
  const rows = page.locator('.sessions__row');
  assert.equal(await rows.count(), 3);
  await visitor.sees(/Chrome · Linux/);
  await rows.getByRole('button').first().click();
  await visitor.toast(t('sessions.ended'));
  await rows.nth(2).waitFor({ state: 'detached' });
  await visitor.button(t('sessions.end_others')).click();
  await visitor.toast(t('sessions.others_ended'));
  await rows.nth(1).waitFor({ state: 'detached' });
  for (const other of others) {
    await other.open('/account');
    await other.arrivesAt(/^\/login/);
  }
}

async function askForAddress(visitor: Visitor): Promise<{ before: Buyer; email: string }> {
  const { t } = visitor;
  const before = await asCustomer(visitor, visitor.lang);
  const { email } = stranger();
  await openSecurity(visitor);
  await visitor.field(t('email.new')).fill(before.email);
  await visitor.button(t('email.change')).click();
  await visitor.sees(t('email.same'));
  await visitor.field(t('email.new')).fill(email);
  await visitor.button(t('email.change')).click();
  await visitor.sees(t('email.pending', { email }));
  await visitor.shop.mails.await(before.email, subject(visitor, 'email_changing_subject'));
  return { before, email };
}

async function emailByCode(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  visitor.expects(403, /\/verify$/);
  const { before, email } = await askForAddress(visitor);
  const code = codeIn(await shop.mails.await(email, subject(visitor, 'new_email_subject')));
  await visitor.field(t('code.label')).fill(code === '000000' ? '000001' : '000000');
  await visitor.button(t('code.submit')).click();
  await visitor.sees(t('error.wrong_code'));
  await visitor.field(t('code.label')).fill(code);
  await visitor.button(t('code.submit')).click();
  await visitor.toast(t('verify.changed_title'));
  await signOut(visitor);
  await signInOnPage(visitor, { ...before, email });
  await visitor.arrivesAt('/account');
  await visitor.sees(email);
}

async function emailByLink(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const { email } = await askForAddress(visitor);
  await page.goto(linkIn(await shop.mails.await(email, subject(visitor, 'new_email_subject'))));
  await visitor.ready();
  await visitor.seesPage(t('verify.email_change.title'));
  await visitor.button(t('verify.email_change.submit')).click();
  await visitor.seesPage(t('verify.changed_title'));
  await visitor.link(t('verify.to_account')).click();
  await visitor.arrivesAt('/account');
  await visitor.sees(email);
}

async function password(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  visitor.expects(400, /\/auth\/user$/);
  visitor.expects(422, /\/auth\/user$/);
  const buyer = await asCustomer(visitor, visitor.lang);
  await openSecurity(visitor);
  const change = async (first: string, word: string) => {
    await visitor.field(t(first)).fill(first === 'code.label' ? codeIn(await shop.mails.await(buyer.email, subject(visitor, 'reauthenticate_subject'))) : buyer.password);
    await visitor.field(t('field.new_password')).fill(word);
    await visitor.button(t('password.change')).click();
  };
  await visitor.field(t('field.current_password')).fill('not the password');
  await visitor.field(t('field.new_password')).fill('another horse battery');
  await visitor.button(t('password.change')).click();
  await visitor.sees(t('error.current_password_mismatch'));
  await change('field.current_password', buyer.password);
  await visitor.sees(t('error.same_password'));
  await change('field.current_password', 'another horse battery');
  await visitor.toast(t('password.changed_title'));
  await visitor.button(t('password.by_mail')).click();
  await visitor.sees(t('password.code_sent', { email: buyer.email }));
  await change('code.label', 'one more horse battery');
  await visitor.button(t('password.by_mail')).waitFor();
  await signOut(visitor);
  await signInOnPage(visitor, { ...buyer, password: 'one more horse battery' });
  await visitor.arrivesAt('/account');
}

async function stepUp(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  visitor.expects(403, /\/auth\/factors$/);
  visitor.expects(400, /grant_type=password$/);
  const buyer = await asCustomer(visitor);
  await openSecurity(visitor);
  // As ten minutes later.
  const refusal = { code: 'reauthentication_needed', status: 403, title: '', type: 'about:blank' };
  await page.route('**/api/auth/factors', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await visitor.button(t('factor.add')).click();
  await visitor.sees(t('step_up.text', { email: buyer.email }));
  const word = visitor.dialog.getByLabel(t('field.password')).first();
  await word.fill('not the password');
  await visitor.button(t('login.submit'), visitor.dialog).click();
  await visitor.toast(t('error.invalid_credentials'));
  await word.fill(buyer.password);
  await visitor.button(t('login.submit'), visitor.dialog).click();
  await page.getByRole('img', { name: t('enrol.picture') }).waitFor();
  await visitor.button(t('enrol.cancel')).click();
  await visitor.button(t('factor.add')).waitFor();
}

async function erasure(visitor: Visitor): Promise<void> {
  const { context, page, shop, t } = visitor;
  visitor.expects(400, /grant_type=password$/);
  const buyer = await asCustomer(visitor, visitor.lang);
  const other = await context.newPage();
  await visitor.open('/account', other);
  await visitor.sees(buyer.email, other);
  await visitor.open('/account?tab=data');
  const [file] = await Promise.all([page.waitForEvent('download'), visitor.button(t('data.export')).click()]);
  assert.equal(file.suggestedFilename(), 'my-data.json');
  const known = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: unknown; orders: unknown[] };
  assert.ok(JSON.stringify(known.account).includes(buyer.email));
  assert.deepEqual(known.orders, []);

  await visitor.button(t('data.erase')).click();
  const address = visitor.dialog.getByLabel(t('data.erase_confirm'));
  await address.fill('somebody@example.com');
  await visitor.button(t('data.erase_yes'), visitor.dialog).click();
  await visitor.sees(t('data.erase_mismatch', { email: buyer.email }));
  await address.fill(buyer.email);
  await visitor.button(t('data.erase_yes'), visitor.dialog).click();
  await visitor.sees(t('data.erased_text'));
  await visitor.arrivesAt(/^\/login/, other);
  await visitor.button(t('data.leave')).click();
  await visitor.arrivesAt('/');
  await visitor.ready();
  await shop.mails.await(buyer.email, subject(visitor, 'erased_subject'));
  await visitor.open('/login');
  await signInOnPage(visitor, buyer);
  await visitor.toast(t('error.invalid_credentials'));
}
