import type { Page } from '@playwright/test';
import { addToCart, buyNow, euros } from './support/buyer';
import type { Shop } from './support/shop';
import { expect, phone, test } from './support/test';

/** Three pieces in stock. */
const scarce = 'nivel-laser-autonivelante';
const refusal = 'No hay suficiente stock para Nivel láser autonivelante. Solo quedan 3.';

test.describe('the cart', () => {
  test.describe(() => {
    test.use({ viewport: phone });

    test('shows amounts and buttons above those for chat and call', async ({ visitor, page, shop, t }) => {
      const path = await shop.pathOf('cilindro-seguridad-leva');
      await addToCart(visitor, path);
      for (const at of ['/cart', '/store', path]) {
        await visitor.open(at);
        const quick = page.getByRole('complementary', { name: t('contact.quick') });
        await expect(quick.getByRole('link')).toHaveCount(2);
        const shown = page.locator('main').locator('strong, dd, button, a.button').filter({ visible: true });
        await expect(shown.first()).toBeVisible();
        // What is brought to the lower edge of the screen, as by the keyboard, stands above them.
        const hidden = await shown.evaluateAll((all, buttons) => {
          const covers = (one: Element, other: Element) => {
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
            return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          };
          return all.flatMap((one) => {
            one.scrollIntoView({ block: 'end', behavior: 'instant' });
            // What buys stands beside them, in the same strip.
            const above = buttons && (one.closest('.buy-bar') ? [...buttons.querySelectorAll('a')] : [buttons]);
            return above?.some((button) => covers(one, button)) ? [one.textContent] : [];
          });
        }, await quick.elementHandle());
        expect(hidden, at).toEqual([]);
      }
    });
  });

  test.describe(() => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('shows a line whole in the panel, above sums and buttons', async ({ visitor, page, shop, t }) => {
      const path = await shop.pathOf('cilindro-seguridad-leva');
      await addToCart(visitor, path);
      await visitor.cartWith(1).click();
      const remove = visitor.dialog.getByRole('button', { name: /^Quitar/ });
      await expect(remove).toBeInViewport({ ratio: 1 });
      await expect(visitor.dialog.getByRole('link', { name: t('cart.checkout') })).toBeInViewport({ ratio: 1 });
      const [tools, foot] = await Promise.all([remove.boundingBox(), page.locator('.dialog__footer').boundingBox()]);
      expect((tools?.y ?? 0) + (tools?.height ?? 0), 'the foot covers nothing of it').toBeLessThanOrEqual(foot?.y ?? 0);
      expect(foot?.height, 'and leaves most of the screen').toBeLessThan(740 * 0.5);
    });

    test('leads on from the foot of its page, and begins at the top once it is emptied', async ({ visitor, page, shop, t }) => {
      for (const slug of ['brown-throw-pillows', 'kit-rodillo-antigota', 'extintor-polvo-abc', 'bombilla-led-e27']) {
        await addToCart(visitor, await shop.pathOf(slug));
      }
      await visitor.open('/cart');
      const total = await page.locator('.sums__total dd').innerText();
      const bar = page.locator('.buy-bar').getByRole('link');
      await expect(bar).toHaveText(`${t('cart.checkout_short')} · ${total}`);
      await expect(bar).toHaveAttribute('href', '/checkout');
      await expect(page).toFitTheScreen();
      await visitor.link(t('cart.checkout')).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await expect(bar, 'the button itself is in sight').toHaveCount(0);
      await visitor.button(t('cart.clear')).click();
      await expect(visitor.title(t('cart.empty_title'))).toBeFocused();
      await expect(visitor.title(t('cart.empty_title'))).toBeInViewport();
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test('holds no more than the stock, wherever the quantity is set', async ({ visitor, page, shop, t }) => {
    const refused = async () => {
      await expect(visitor.toast(refusal)).toBeVisible();
      await visitor.button(t('common.close'), page.locator('.toast')).click();
      await expect(page.locator('.toast')).toHaveCount(0);
    };
    await visitor.open(await shop.pathOf(scarce));
    const add = visitor.button(t('product.add'));
    await page.getByRole('spinbutton', { name: t('quantity.label') }).fill('4');
    await expect(visitor.text('Stock insuficiente. Solo quedan 3.')).toBeVisible();
    await expect(add).toBeDisabled();
    await visitor.button(t('quantity.decrease')).click();
    await expect(visitor.text('En stock: 3 unidades')).toBeVisible();
    await add.click();
    await expect(visitor.toast(t('cart.added'))).toBeVisible();
    await add.click();
    await expect(visitor.button(t('cart.view'), page.locator('.toast')), 'what there is lies there').toBeVisible();
    await refused();

    await visitor.cartWith(3).click();
    const title = 'Nivel láser autonivelante';
    await visitor.button(t('quantity.increase_of', { title }), visitor.dialog).click();
    await refused();
    await page.keyboard.press('Escape');
    await expect(visitor.cartWith(3)).toBeVisible();

    await visitor.open('/cart');
    await page.getByRole('spinbutton', { name: t('quantity.of', { title }) }).fill('9');
    await refused();
    await expect(visitor.cartWith(3)).toBeVisible();

    await visitor.open('/store?q=laser');
    await visitor.button(t('card.add_named', { title })).click();
    await refused();
    await expect(visitor.cartWith(3)).toBeVisible();
  });

  test('takes a press that follows at once for no second piece, and says how many there are after a second one', async ({ visitor, shop, t }) => {
    const { id, title } = await shop.product('extintor-polvo-abc');
    await visitor.open(`/product/${id}`);
    const add = visitor.button(t('product.add'));
    await add.evaluate((button: HTMLButtonElement) => {
      // As soon as the first one is told of.
      const again = new MutationObserver(() => {
        if (document.querySelector('.toast') === null) return;
        again.disconnect();
        button.click();
      });
      again.observe(document.body, { childList: true, subtree: true });
      button.click();
    });
    await expect(visitor.toast(t('cart.added'))).toBeVisible();
    await expect(add).toBeEnabled();
    await expect(visitor.cartWith(1)).toBeVisible();
    await add.click();
    await expect(visitor.toast(t('cart.added_to', { item: title, quantity: 2 }))).toBeVisible();
    await expect(visitor.cartWith(2)).toBeVisible();
  });

  test('says nothing of it in a window that opens afterwards', async ({ visitor, page, shop }) => {
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
    await page.locator('.gallery__open').first().click();
    await expect(visitor.dialog).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
  });

  test('stays in sight when a selection is drawn out of its panel, and goes with a press beside it', async ({ visitor, page, shop, t }) => {
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
    await visitor.cartWith(1).click();
    const title = visitor.dialog.getByRole('heading', { name: t('cart.title') });
    await expect(visitor.dialog.getByRole('listitem').first()).toBeVisible();
    await title.hover();
    await page.mouse.down();
    await page.mouse.move(20, 300, { steps: 5 });
    await page.mouse.up();
    await expect(title).toBeVisible();
    await page.mouse.click(20, 300);
    await expect(visitor.dialog).toBeHidden();
  });

  test('keeps at least one piece until it is removed, and can be cleared', async ({ visitor, page, shop, t }) => {
    const title = 'Extintor de polvo ABC de 6 kg';
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'), 2);
    await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
    await visitor.cartWith(3).click();
    const { dialog } = visitor;
    const minus = visitor.button(t('quantity.decrease_of', { title }), dialog);
    await minus.click();
    await expect(minus, 'minus stops at one').toBeDisabled();
    const lines = dialog.getByRole('listitem');
    await visitor.button(t('cart.remove', { title }), dialog).press('Enter');
    await expect(lines, 'the reader is at what is left').toBeFocused();
    await visitor.button(t('common.undo'), dialog).click();
    await expect(lines).toHaveCount(2);
    await expect(lines.filter({ hasText: title }), 'and at what came back').toBeFocused();
    await visitor.button(t('cart.remove', { title }), dialog).click();
    await expect(lines).toHaveCount(1);
    await visitor.button(t('cart.clear'), dialog).click();
    await expect(dialog.getByText(t('cart.empty_title'))).toBeVisible();
    await expect(visitor.link(t('cart.to_store'), dialog)).toBeFocused();
    await visitor.button(t('common.undo'), dialog).click();
    await expect(dialog.getByText('Kit de rodillo antigota').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await visitor.open('/cart');
    await visitor.button(t('cart.clear')).click();
    await expect(visitor.title(t('cart.empty_title'))).toBeVisible();
    await visitor.link(t('cart.to_store'), page).click();
    await expect(page).toHaveURL('/store');
  });

  test('outlives a reload and is the same in every tab', async ({ visitor, page, context, shop }) => {
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
    await page.reload();
    await visitor.ready();
    await expect(visitor.cartWith(1)).toBeVisible();
    const other = await context.newPage();
    await visitor.open('/store', other);
    await expect(visitor.cartWith(1, other)).toBeVisible();
    await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
    await expect(visitor.cartWith(2, other)).toBeVisible();
    await visitor.open('/cart', other);
    await visitor.button(visitor.t('cart.clear'), other).click();
    await expect(visitor.cartWith(0)).toBeVisible();
  });

  test('is empty when the stored one cannot be read', async ({ visitor, page, t }) => {
    await visitor.open('/store');
    for (const stored of ['{"oops', '"text"', '[null, 7, {"quantity": 1}]', '{}']) {
      await page.evaluate((text) => localStorage.setItem('e-commerce-cart', text), stored);
      await visitor.open('/cart');
      await expect(visitor.title(t('cart.empty_title'))).toBeVisible();
      await expect(visitor.cartWith(0)).toBeVisible();
    }
  });

  test('tells what changed in the shop since', async ({ visitor, page, shop, t }) => {
    await addToCart(visitor, await shop.pathOf(scarce));
    await storedDifferently(page, { quantity: 5, price: 1 });
    await visitor.open('/cart');
    await expect(visitor.text(t('cart.news.fewer', { item: 'Nivel láser autonivelante', count: 3 }))).toBeVisible();
    await expect(visitor.cartWith(3)).toBeVisible();
  });

  test('keeps in sight what was sold out meanwhile, orders the rest, and takes it up again', async ({ visitor, page, shop, t }) => {
    const [title, other] = ['Extintor de polvo ABC de 6 kg', 'Kit de rodillo antigota'];
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'), 2);
    await countsExtinguishers(shop, 0);
    await visitor.cartWith(2).click();
    await expect(visitor.text(t('cart.news.gone', { item: title }))).toBeVisible();
    await expect(visitor.text(t('cart.missing.sold_out'))).toBeVisible();
    await expect(visitor.link(t('cart.checkout'), visitor.dialog)).toHaveCount(0);
    await expect(visitor.link(t('cart.missing.tell_me'), visitor.dialog)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(visitor.cartWith(0)).toBeVisible();
    await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
    await visitor.open('/cart');
    await expect(visitor.text(t('cart.missing.sold_out'))).toBeVisible();
    await expect(visitor.cartWith(1)).toBeVisible();
    await expect(page.getByRole('spinbutton', { name: t('quantity.of', { title: other }) })).toHaveValue('1');
    await countsExtinguishers(shop, 1);
    await visitor.open('/cart');
    await expect(visitor.text(t('cart.news.back', { item: title }))).toBeVisible();
    await expect(visitor.text(t('cart.news.fewer', { item: title, count: 1 }))).toBeVisible();
    await expect(visitor.cartWith(2)).toBeVisible();
    await countsExtinguishers(shop, 20);
  });

  test('says at the checkout, before anybody pays, what is not sold any more, and takes it out there', async ({ visitor, page, shop, t }) => {
    const gone = 'foco-led-recargable';
    const { title } = await shop.product(gone);
    await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
    await addToCart(visitor, await shop.pathOf(gone));
    await visitor.open('/cart');
    await expect(visitor.cartWith(2)).toBeVisible();
    await shop.run('delete-product', gone, '--yes');
    await visitor.open('/checkout?guest=1');
    const pay = page.locator('.checkout__pay');
    await expect(visitor.text(t('cart.news.gone', { item: title }))).toBeInViewport();
    await expect(pay.getByText(t('cart.missing.not_sold'))).toBeVisible();
    await expect(page).toBeAccessible();
    await visitor.button(t('cart.remove', { title })).click();
    await expect(pay.getByText(t('cart.missing.not_sold'))).toHaveCount(0);
    await expect(pay.locator('.goods__line')).toHaveCount(1);
    await expect(visitor.button(buyNow(t))).toBeEnabled();
    await shop.run('restore-product', gone);
  });

  test('takes nothing that was sold out since the page was opened', async ({ visitor, shop, t }) => {
    const title = 'Extintor de polvo ABC de 6 kg';
    const none = t('error.insufficient_stock', { item: title, count: 0 });
    await visitor.open('/store?q=extintor');
    await expect(visitor.button(t('card.add_named', { title }))).toBeEnabled();
    await countsExtinguishers(shop, 0);
    await visitor.button(t('card.add_named', { title })).click();
    await expect(visitor.toast(none)).toBeVisible();
    await expect(visitor.cartWith(0)).toBeVisible();
    await countsExtinguishers(shop, 20);
    await visitor.open(await shop.pathOf('extintor-polvo-abc'));
    await expect(visitor.button(t('product.add'))).toBeEnabled();
    await countsExtinguishers(shop, 0);
    await visitor.button(t('product.add')).click();
    await expect(visitor.toast(none)).toBeVisible();
    await expect(visitor.cartWith(0)).toBeVisible();
    await countsExtinguishers(shop, 20);
  });

  test('adds what the page knows of when the shop does not answer', async ({ visitor, page, shop, t, watch }) => {
    await visitor.open(await shop.pathOf('extintor-polvo-abc'));
    await expect(visitor.button(t('product.add'))).toBeEnabled();
    await page.route(/product_ids/, (route) => route.fulfill({ status: 503, json: {} }));
    watch.expects(503, /product_ids/);
    await visitor.button(t('product.add')).click();
    await expect(visitor.toast(t('cart.added'))).toBeVisible();
    await expect(visitor.cartWith(1)).toBeVisible();
  });

  test('shows sums that the shop will charge', async ({ visitor, shop, t }) => {
    // 19.99 a piece: the third one makes the delivery free.
    await addToCart(visitor, await shop.pathOf('brown-throw-pillows'), 2);
    await visitor.open('/cart');
    await expect(visitor.text(euros('39.98'))).toBeVisible();
    await expect(visitor.text(euros('4.95'))).toBeVisible();
    await expect(visitor.text(euros('44.93'))).toBeVisible();
    await expect(visitor.text(t('cart.free_shipping_hint', { amount: euros('20.02') }))).toBeVisible();
    await visitor.button(t('quantity.increase_of', { title: 'Brown Throw Pillows' })).click();
    await expect(visitor.text(t('cart.free_shipping_hint', { amount: euros('0.03') }))).toBeVisible();
    await visitor.button(t('quantity.increase_of', { title: 'Brown Throw Pillows' })).click();
    await expect(visitor.text(t('cart.shipping_free'))).toBeVisible();
    await expect(visitor.text(euros('79.96'))).toBeVisible();
  });

  test('shows the variant that was chosen, and says what is seen', async ({ visitor, page, shop, t }) => {
    const [brass, steel] = ['Placa de latón grabada con un apellido', 'Placa de acero inoxidable grabada con un apellido'];
    const { id, title } = await shop.product('placa-puerta-grabada');
    await visitor.open(`/product/${id}`);
    const stage = page.locator('.gallery__stage');
    await page.getByRole('radio', { name: 'Acero inoxidable' }).check();
    await expect(stage.getByAltText(steel)).toBeVisible();
    await page.getByRole('radio', { name: 'Latón' }).check();
    await expect(stage.getByAltText(brass)).toBeVisible();
    await page.getByRole('radio', { name: 'Acero inoxidable' }).check();
    await visitor.field('Texto de la placa').fill('Puig');
    await visitor.button(t('product.add')).click();
    await visitor.cartWith(1).click();
    await expect(visitor.dialog.getByAltText(steel)).toBeVisible();
    await page.keyboard.press('Escape');
    await visitor.open('/store?q=placa');
    await expect(page.getByAltText(brass)).toBeVisible();
    await expect(page.getByAltText(title, { exact: true }), 'the title stands beside it').toHaveCount(0);
  });
});

/** Somebody counts what is in stock while a buyer is looking. */
const countsExtinguishers = (shop: Shop, pieces: number) => shop.run('set-stock', 'extintor-polvo-abc', String(pieces));

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
