// No picture is drawn from a file with fewer pixels than it takes on a screen of twice the density: enlarged it would be
// blurred.

import type { Page } from '@playwright/test';
import { addToCart } from './support/buyer';
import { expect, test } from './support/test';

/** The pictures of a page that have fewer pixels than they are drawn with, and by how much. */
async function enlarged(page: Page): Promise<string[]> {
  await expect(page.locator('main img').first()).toBeVisible();
  return page.evaluate(async () => {
    const shown = [...document.images].filter((image) => image.getClientRects().length > 0);
    for (const image of shown) image.loading = 'eager';
    // As the browser asks for it: there are fewer sizes for who does not take AVIF.
    const pixels = async (url: URL) => createImageBitmap(await (await fetch(url, { headers: { Accept: 'image/avif' } })).blob());
    const looked = shown.map(async (image) => {
      await image.decode();
      const url = new URL(image.currentSrc);
      const file = await pixels(url);
      // Less the one pixel of the page that sizes are rounded by.
      const [across, down] = [(image.clientWidth - 1) / file.width, (image.clientHeight - 1) / file.height];
      const scale = getComputedStyle(image).objectFit === 'contain' ? Math.min(across, down) : Math.max(across, down);
      const times = scale * devicePixelRatio;
      return times <= 1 ? '' : `${url.pathname}: ${times.toFixed(3)} times`;
    });
    return (await Promise.all(looked)).filter((found) => found !== '');
  });
}

for (const width of [360, 680, 768, 1024, 1440]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 900 }, deviceScaleFactor: 2 });

    test(`every picture has the pixels it is drawn with, on a page ${width} wide`, async ({ visitor, page, shop }) => {
      const products = [await shop.pathOf('aire-acondicionado-split'), await shop.pathOf('pintura-plastica-mate')];
      for (const path of ['/', '/store', ...products]) {
        await visitor.open(path);
        expect.soft(await enlarged(page), path).toEqual([]);
      }
      await addToCart(visitor, await shop.pathOf('pintura-plastica-mate'));
      await visitor.open('/cart');
      expect.soft(await enlarged(page), 'the cart').toEqual([]);
    });
  });
}
