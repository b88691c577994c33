import type { Locator, Page } from '@playwright/test';
import { addToCart } from './support/buyer';
import { expect, test } from './support/test';

test.describe('the keyboard', () => {
  test('skips to the content', async ({ visitor, page, t }) => {
    await visitor.open('/store');
    await page.keyboard.press('Tab');
    const skip = visitor.link(t('nav.skip'));
    await expect(skip).toBeFocused();
    await expect(skip).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  });

  test('goes on from the section that a link led to', async ({ visitor, page, t }) => {
    await visitor.open('/');
    const led = [[visitor.link(t('hero.emergency')), '#contacto'], [page.locator('.tile--urgencias'), '#servicios']] as const;
    for (const [link, section] of led) {
      await link.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator(`${section} h2`).first()).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.locator(`${section} :focus`)).toHaveCount(1);
    }
  });

  test('opens the cart panel, closes it, and is back where it was', async ({ visitor, page, shop }) => {
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
    await visitor.open('/store');
    const bag = visitor.cartWith(1);
    await tabTo(page, bag);
    await page.keyboard.press('Enter');
    await expect(visitor.dialog.getByText('Extintor de polvo ABC de 6 kg').first()).toBeVisible();
    for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null);
    expect(inside, 'the focus stays in the panel').toBe(true);
    await page.keyboard.press('Escape');
    await expect(visitor.dialog).toBeHidden();
    await expect(bag).toBeFocused();
  });

  test('is back at the button when what came of it is closed', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('extintor-polvo-abc'));
    const add = visitor.button(t('product.add'));
    for (const close of [t('common.close'), t('cart.view')]) {
      // A press that follows at once is no second one.
      await expect(add).toBeEnabled();
      await add.focus();
      await page.keyboard.press('Enter');
      await expect(visitor.toast(t('cart.added'))).toBeVisible();
      await visitor.button(close, page.locator('.toast')).focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.toast')).toHaveCount(0);
    }
    await expect(visitor.dialog.getByRole('listitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(visitor.dialog).toBeHidden();
    await expect(add).toBeFocused();
  });

  test('reaches what a message offers with the next Tab, and goes on from where it was', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('extintor-polvo-abc'));
    const add = visitor.button(t('product.add'));
    await add.focus();
    await page.keyboard.press('Enter');
    const message = page.locator('.toast');
    await expect(message).toBeVisible();
    const [box, button] = [await message.boundingBox(), await add.boundingBox()];
    expect(box && button && (box.y > button.y + button.height || box.y + box.height < button.y), 'it covers no focused button').toBe(true);
    await page.keyboard.press('Tab');
    await expect(visitor.button(t('cart.view'), message)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(add).toBeFocused();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
    await expect(page.locator('.product__summary :focus'), 'on past the button').toHaveCount(1);
    await expect(add).not.toBeFocused();
    await visitor.cartWith(1).click();
    await expect(visitor.dialog.getByRole('listitem').first()).toBeVisible();
    await expect(message, 'the cart itself shows what was added').toHaveCount(0);
  });

  test('stays on the page when the payment is looked at again', async ({ visitor, page, t, watch }) => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    watch.expects(404, /check-payment$/);
    await visitor.open(`/success?order_id=${nothing}&session_id=${nothing}`);
    const title = visitor.title(t('success.failed_title'));
    await expect(title).toBeVisible();
    await visitor.button(t('success.again')).focus();
    await page.keyboard.press('Enter');
    await expect(visitor.button(t('success.again'))).toBeVisible();
    await expect(title).toBeFocused();
  });

  test('buys without a mouse', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('candado-arco-templado'));
    const [first, second] = [page.getByRole('radio').nth(0), page.getByRole('radio').nth(1)];
    await tabTo(page, first);
    await page.keyboard.press('ArrowDown');
    await expect(second, 'the next variant is chosen').toBeChecked();
    await tabTo(page, visitor.button(t('product.add')));
    await page.keyboard.press('Enter');
    await expect(visitor.toast(t('cart.added'))).toBeVisible();
    await expect(visitor.cartWith(1)).toBeVisible();
  });

  test('walks through the tabs in the reading direction', async ({ customer, page }) => {
    for (const [lang, forward] of [['es', 'ArrowRight'], ['ar', 'ArrowLeft']] as const) {
      await customer.open(`/account?lang=${lang}`);
      await customer.readsIn(lang);
      const tab = (name: string) => page.getByRole('tab', { name: customer.t(name), exact: true });
      await tab('account.tab.profile').focus();
      await page.keyboard.press(forward);
      await expect(tab('account.tab.orders')).toBeFocused();
      await expect(customer.text(customer.t('orders.empty_title'))).toBeVisible();
      await page.keyboard.press('End');
      await expect(tab('account.tab.shipping')).toBeFocused();
      await page.keyboard.press(forward);
      await expect(tab('account.tab.profile')).toBeFocused();
    }
  });

  test('goes back to the same place of the store', async ({ visitor, page, t }) => {
    await visitor.open('/store');
    const card = page.locator('.card').nth(16).getByRole('heading').getByRole('link');
    const title = (await card.textContent()) ?? '';
    // The place is where the reader was when the card was chosen: until then what arrives above may move it.
    const left = page.evaluate(() => new Promise<number>((tell) => {
      addEventListener('click', () => tell(scrollY), { capture: true, once: true });
    }));
    await card.click();
    const before = await left;
    expect(before, 'far down the store').toBeGreaterThan(300);
    await expect(visitor.title(title)).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY), 'a new page starts at its top').toBe(0);
    await page.goBack();
    await expect(visitor.title(t('store.title'))).toBeVisible();
    await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), before), 'the store is where it was').toBeLessThan(5);
  });
});

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await what.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(what, 'Tab leads there').toBeFocused();
}
