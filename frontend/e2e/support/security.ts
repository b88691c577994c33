// What the owner of an account does at the desk of its safety.

import type { Locator } from '@playwright/test';
import { Authenticator } from './authenticator';
import { at, expect } from './expect';
import type { Visitor } from './visitor';

export const securityPage = '/account?tab=security';

export async function openSecurity(visitor: Visitor): Promise<void> {
  await visitor.open(securityPage);
  await expect(visitor.text(visitor.t('sessions.current'))).toBeVisible();
}

export async function signOut(visitor: Visitor): Promise<void> {
  await visitor.open('/account');
  await visitor.button(visitor.t('account.logout')).click();
  await expect(visitor.page).toHaveURL(at(/^\/login/));
}

/** Adds an app; answers it, and the recovery codes. */
export async function enrol(visitor: Visitor): Promise<{ app: Authenticator; codes: string[] }> {
  const { page, t } = visitor;
  await openSecurity(visitor);
  await visitor.button(t('factor.add')).click();
  const picture = page.getByRole('img', { name: t('enrol.picture') });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0), 'the picture is one').toBe(true);
  const app = new Authenticator((await page.locator('.enrol__secret').textContent()) ?? '');
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('enrol.submit')).click();
  await expect(visitor.text(t('recovery.text'))).toBeVisible();
  const codes = await page.locator('.recovery-codes code').allTextContents();
  expect(new Set(codes).size).toBe(10);
  await visitor.button(t('recovery.done')).click();
  await expect(visitor.text(t('recovery.left', { count: 10 }))).toBeVisible();
  return { app, codes };
}

/** The visitor's session ends by itself, as one does that was signed out from another device. */
export async function losesSession({ context, watch }: Visitor): Promise<void> {
  watch.expects(401, /\/api\//);
  watch.expects(400, /grant_type=refresh_token$/);
  await context.clearCookies();
}

/** The window that asks for another sign-in. */
export const endedWindow = ({ page, t }: Visitor): Locator => page.getByRole('dialog', { name: t('ended.title') });

/** Gives the password in it. */
export async function signsInAgain(visitor: Visitor, password: string): Promise<void> {
  const ended = endedWindow(visitor);
  await ended.getByLabel(visitor.t('field.password')).first().fill(password);
  await visitor.button(visitor.t('login.submit'), ended).click();
}
