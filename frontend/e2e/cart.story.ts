import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { addToCart, euros } from './buyer';
import { story, type Visitor, type World } from './visitor';
import { eventually } from './wait';

/** Three pieces in stock. */
const scarce = 'nivel-laser-autonivelante';
const refusal = 'No hay suficiente stock para Nivel láser autonivelante. Solo quedan 3.';

export const cart = (world: () => World) =>
  describe('the cart', () => {
    story(world, 'holds no more than the stock, wherever the quantity is set', {}, neverBeyondStock);
    story(world, 'keeps at least one piece until it is removed, and can be cleared', {}, quantities);
    story(world, 'outlives a reload and is the same in every tab', {}, tabs);
    story(world, 'is empty when the stored one cannot be read', {}, unreadable);
    story(world, 'tells what changed in the shop since', {}, news);
    story(world, 'shows sums that the shop will charge', {}, sums);
  });

async function neverBeyondStock(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const refused = async () => {
    await visitor.toast(refusal);
    await visitor.button(t('common.close'), page.locator('.toast')).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
  };
  await visitor.open(await shop.pathOf(scarce));
  const add = visitor.button(t('product.add'));
  await page.getByRole('spinbutton', { name: t('quantity.label') }).fill('4');
  await visitor.sees('Stock insuficiente. Solo quedan 3.');
  assert.equal(await add.isDisabled(), true);
  await visitor.button(t('quantity.decrease')).click();
  await visitor.sees('En stock: 3 unidades');
  await add.click();
  await visitor.toast(t('cart.added'));
  await add.click();
  await refused();

  await visitor.cartWith(3).click();
  const title = 'Nivel láser autonivelante';
  await visitor.button(t('quantity.increase_of', { title }), visitor.dialog).click();
  await refused();
  await page.keyboard.press('Escape');
  await visitor.cartWith(3).waitFor();

  await visitor.open('/cart');
  await page.getByRole('spinbutton', { name: t('quantity.of', { title }) }).fill('9');
  await refused();
  await visitor.cartWith(3).waitFor();

  await visitor.open('/store?q=laser');
  await visitor.button(t('card.add_named', { title })).click();
  await refused();
  await visitor.cartWith(3).waitFor();
}

async function quantities(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const title = 'Extintor de polvo ABC de 6 kg';
  await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'), 2);
  await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
  await visitor.cartWith(3).click();
  const { dialog } = visitor;
  const minus = visitor.button(t('quantity.decrease_of', { title }), dialog);
  await minus.click();
  await eventually('minus stops at one', () => minus.isDisabled());
  await visitor.button(t('cart.remove', { title }), dialog).click();
  await dialog.getByText(title).waitFor({ state: 'detached' });
  await visitor.button(t('cart.clear'), dialog).click();
  await dialog.getByText(t('cart.empty_title')).waitFor();
  await visitor.button(t('common.undo'), dialog).click();
  await dialog.getByText('Kit de rodillo antigota').first().waitFor();
  await page.keyboard.press('Escape');
  await visitor.open('/cart');
  await visitor.button(t('cart.clear')).click();
  await visitor.seesPage(t('cart.empty_title'));
  await visitor.link(t('cart.to_store'), page).click();
  await visitor.arrivesAt('/store');
}

async function tabs(visitor: Visitor): Promise<void> {
  const { context, page, shop } = visitor;
  await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
  await page.reload();
  await visitor.ready();
  await visitor.cartWith(1).waitFor();
  const other = await context.newPage();
  await visitor.open('/store', other);
  await visitor.cartWith(1, other).waitFor();
  await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
  await visitor.cartWith(2, other).waitFor();
  await visitor.open('/cart', other);
  await visitor.button(visitor.t('cart.clear'), other).click();
  await visitor.cartWith(0).waitFor();
}

async function unreadable(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/store');
  for (const stored of ['{"oops', '"text"', '[null, 7, {"quantity": 1}]', '{}']) {
    await page.evaluate((text) => localStorage.setItem('e-commerce-cart', text), stored);
    await visitor.open('/cart');
    await visitor.seesPage(t('cart.empty_title'));
    await visitor.cartWith(0).waitFor();
  }
}

/** Changes the stored cart as if it had been filled while the shop was different. */
const storedDifferently = (page: Page, change: { quantity: number; price: number }) =>
  page.evaluate(({ quantity, price }) => {
    const lines = JSON.parse(localStorage.getItem('e-commerce-cart') ?? '[]') as {
      quantity: number;
      variant: { price_in_cents: number; inventory_quantity: number };
    }[];
    const older = lines.map((line) => ({ ...line, quantity, variant: { ...line.variant, price_in_cents: price } }));
    localStorage.setItem('e-commerce-cart', JSON.stringify(older));
  }, change);

async function news(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await addToCart(visitor, await shop.pathOf(scarce));
  await storedDifferently(page, { quantity: 5, price: 1 });
  await visitor.open('/cart');
  await visitor.sees(t('cart.news.fewer', { item: 'Nivel láser autonivelante', count: 3 }));
  await visitor.cartWith(3).waitFor();
}

async function sums(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  // 19.99 a piece: the third one makes the delivery free.
  await addToCart(visitor, await shop.pathOf('brown-throw-pillows'), 2);
  await visitor.open('/cart');
  await visitor.sees(euros('39.98'));
  await visitor.sees(euros('4.95'));
  await visitor.sees(euros('44.93'));
  await visitor.sees(t('cart.free_shipping_hint', { amount: euros('20.02') }));
  await visitor.button(t('quantity.increase_of', { title: 'Brown Throw Pillows' })).click();
  await visitor.sees(t('cart.free_shipping_hint', { amount: euros('0.03') }));
  await visitor.button(t('quantity.increase_of', { title: 'Brown Throw Pillows' })).click();
  await visitor.sees(t('cart.shipping_free'));
  await visitor.sees(euros('79.96'));
}
