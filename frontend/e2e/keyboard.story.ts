import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addToCart, asCustomer } from './buyer';
import { story, type Visitor, type World } from './visitor';
import { eventually } from './wait';

export const keyboard = (world: () => World) =>
  describe('the keyboard', () => {
    story(world, 'skips to the content', {}, skipLink);
    story(world, 'opens the cart panel, closes it, and is back where it was', {}, panel);
    story(world, 'is back at the button when what came of it is closed', {}, afterToast);
    story(world, 'stays on the page when the payment is looked at again', {}, afterCheck);
    story(world, 'buys without a mouse', {}, adding);
    story(world, 'walks through the tabs in the reading direction', { cookies: 'session' }, tabs);
    story(world, 'goes back to the same place of the store', {}, back);
  });

const focused = (what: Locator) =>
  eventually('the focus', () => what.evaluate((element) => element === document.activeElement));

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await what.evaluate((element) => element === document.activeElement)) return;
  }
  assert.fail('Tab does not lead there');
}

async function skipLink(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/store');
  await page.keyboard.press('Tab');
  const skip = visitor.link(t('nav.skip'));
  await focused(skip);
  assert.equal(await skip.isVisible(), true);
  await page.keyboard.press('Enter');
  await focused(page.locator('main'));
}

async function panel(visitor: Visitor): Promise<void> {
  const { page, shop } = visitor;
  await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
  await visitor.open('/store');
  const bag = visitor.cartWith(1);
  await tabTo(page, bag);
  await page.keyboard.press('Enter');
  await visitor.dialog.getByText('Extintor de polvo ABC de 6 kg').first().waitFor();
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
  const inside = await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null);
  assert.equal(inside, true, 'the focus stays in the panel');
  await page.keyboard.press('Escape');
  await visitor.dialog.waitFor({ state: 'hidden' });
  await focused(bag);
}

async function afterToast(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await visitor.open(await shop.pathOf('extintor-polvo-abc'));
  const add = visitor.button(t('product.add'));
  for (const close of [t('common.close'), t('cart.view')]) {
    await add.focus();
    await page.keyboard.press('Enter');
    await visitor.toast(t('cart.added'));
    const button = visitor.button(close, page.locator('.toast'));
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.toast').waitFor({ state: 'detached' });
  }
  await visitor.dialog.getByRole('listitem').first().waitFor();
  await page.keyboard.press('Escape');
  await visitor.dialog.waitFor({ state: 'hidden' });
  await focused(add);
}

async function afterCheck(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  const nothing = '00000000-0000-4000-8000-000000000000';
  visitor.expects(404, /check-payment$/);
  await visitor.open(`/success?order_id=${nothing}&session_id=${nothing}`);
  await visitor.seesPage(t('success.failed_title'));
  await visitor.button(t('success.again')).focus();
  await page.keyboard.press('Enter');
  await visitor.button(t('success.again')).waitFor();
  await focused(page.getByRole('heading', { level: 1, name: t('success.failed_title') }));
}

async function adding(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await visitor.open(await shop.pathOf('candado-arco-templado'));
  const [first, second] = [page.getByRole('radio').nth(0), page.getByRole('radio').nth(1)];
  await tabTo(page, first);
  await page.keyboard.press('ArrowDown');
  await eventually('the next variant is chosen', () => second.isChecked());
  await tabTo(page, visitor.button(t('product.add')));
  await page.keyboard.press('Enter');
  await visitor.toast(t('cart.added'));
  await visitor.cartWith(1).waitFor();
}

async function tabs(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await asCustomer(visitor);
  for (const [lang, forward] of [['es', 'ArrowRight'], ['ar', 'ArrowLeft']] as const) {
    await visitor.open(`/account?lang=${lang}`);
    await visitor.readsIn(lang);
    const tab = (name: string) => page.getByRole('tab', { name: visitor.t(name), exact: true });
    await tab('account.tab.profile').focus();
    await page.keyboard.press(forward);
    await focused(tab('account.tab.orders'));
    await visitor.sees(visitor.t('orders.empty_title'));
    await page.keyboard.press('End');
    await focused(tab('account.tab.shipping'));
    await page.keyboard.press(forward);
    await focused(tab('account.tab.profile'));
  }
}

async function back(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/store');
  const card = page.locator('.card').nth(16).getByRole('heading').getByRole('link');
  const title = (await card.textContent()) ?? '';
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 300, 'far down the store');
  await card.click();
  await visitor.seesPage(title);
  await eventually('a new page starts at its top', () => page.evaluate(() => scrollY === 0));
  await page.goBack();
  await visitor.seesPage(t('store.title'));
  await eventually('the store is where it was', () =>
    page.evaluate((place) => Math.abs(scrollY - place) < 5, before),
  );
}
