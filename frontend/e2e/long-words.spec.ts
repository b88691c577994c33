import { addToCart } from './support/buyer';
import { desktop, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

/** Where titles, and what else the owner or a customer wrote, stand. */
const written =
  '.card__title a, .card__subtitle, .product__title, .product__subtitle, .choice span, .cart-line__title, .cart-line__text .muted, .goods__text strong, .comment strong, .comment__text, .accordion summary, .dialog__title, .asked-for strong';

/** Puts one word of 180 letters in place of each of them. */
async function writesOneWord({ page }: Visitor): Promise<void> {
  const found = await page.evaluate((selector) => {
    const elements = [...document.querySelectorAll(selector)];
    for (const element of elements) element.textContent = 'Taladroatornillador'.repeat(10).slice(0, 180);
    return elements.length;
  }, written);
  expect(found, 'texts').toBeGreaterThan(0);
}

for (const viewport of [phone, { ...desktop, width: 1440 }]) {
  test.describe(() => {
    test.use({ viewport });

    test(`one long word widens no page of ${viewport.width} pixels`, async ({ visitor, page, shop, t }) => {
      const path = await shop.pathOf('pintura-plastica-mate');
      await addToCart(visitor, path);
      await visitor.aliveBelow(page, 'comments-title');
      await writesOneWord(visitor);
      await expect(page, 'a product').toFitTheScreen();
      for (const [place, shown] of [['/store', '.card'], ['/cart', '.cart-line'], ['/checkout?guest=1', '.goods__line'], [`/solicitar-presupuesto?product=${path.split('/').pop()}`, '.asked-for strong']] as const) {
        await visitor.open(place);
        await expect(page.locator(shown).first()).toBeVisible();
        await writesOneWord(visitor);
        await expect(page, place).toFitTheScreen();
      }
      await visitor.open('/store');
      await visitor.cartWith(1).click();
      await expect(visitor.dialog.getByRole('link', { name: t('cart.checkout') })).toBeVisible();
      await writesOneWord(visitor);
      await expect(page, 'the panel').toFitTheScreen();
    });
  });
}
