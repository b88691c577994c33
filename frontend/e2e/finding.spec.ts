// Finding a product and looking at it: suggestions, filters, pictures, what was seen before.

import type { Locator } from '@playwright/test';
import { linkIn } from './support/mail';
import { expect, test } from './support/test';

const small = { width: 360, height: 740 };

/** The key comes again before the window has closed. */
const holdEscape = (window: Locator) =>
  window.evaluate((dialog) => {
    for (let times = 0; times < 2; times++) dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  });

test.describe('the search of the store', () => {
  test('proposes while somebody types, by keyboard alone', async ({ visitor, page, t }) => {
    await visitor.open('/store');
    const field = page.getByRole('combobox', { name: t('store.search') });
    await page.getByRole('searchbox', { name: t('store.search') }).focus();
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.type('candadp');
    const options = page.getByRole('option');
    await expect(page.getByRole('group', { name: t('finding.meant') }).getByRole('option', { name: 'candado' })).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(page, 'the list').toBeAccessible();
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(field).toBeFocused();
    const marked = await field.getAttribute('aria-activedescendant');
    expect(await options.first().getAttribute('id')).toBe(marked);
    await page.keyboard.press('ArrowUp');
    await expect(options.first()).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field, 'what was typed stays').toHaveValue('candadp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/store?q=candado');

    // The search is remembered here, and forgotten when asked.
    await visitor.open('/store');
    await page.getByRole('searchbox', { name: t('store.search') }).focus();
    await expect(page.getByRole('group', { name: t('finding.recent') }).getByRole('option', { name: 'candado' })).toBeVisible();
    await visitor.button(t('finding.forget')).click();
    await expect(page.getByRole('group', { name: t('finding.recent') })).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
  });

  test('proposes first what is called so, be it a type or a service, and what only tells of it after that', async ({ visitor, page, t }) => {
    await page.setViewportSize(small);
    await visitor.open('/store');
    await page.getByRole('searchbox', { name: t('store.search') }).focus();
    await page.keyboard.type('cerra');
    const groups = page.getByRole('listbox').getByRole('group');
    await expect(groups).toHaveCount(3);
    for (const [place, name] of [t('finding.types'), t('finding.services'), t('finding.products')].entries()) {
      await expect(groups.nth(place)).toHaveAccessibleName(name);
    }
    await expect(groups.last().getByRole('option')).toHaveCount(3);
    await page.getByRole('combobox', { name: t('store.search') }).fill('split');
    const split = page.getByRole('option').filter({ has: page.locator('.energy__mark') }).first();
    await expect(split).toBeVisible();
    const [name, price] = await Promise.all([split.locator('.suggestion__label').boundingBox(), split.locator('.suggestion__detail').boundingBox()]);
    expect(price?.y ?? 0, 'arrows and price stand below the name').toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0) - 1);
    await expect(page).toFitTheScreen();
  });

  test('that finds something else than was typed still says whom to ask', async ({ visitor, page, t }) => {
    await visitor.open('/store?q=candadp');
    await expect(page.getByText(t('store.corrected', { q: 'candadp', meant: 'candado' }))).toBeVisible();
    await expect(page.getByRole('main').getByText(t('store.ask_us'))).toBeVisible();
    await expect(visitor.link(t('store.ask_quote'), page.getByRole('main'))).toHaveAttribute('href', '/solicitar-presupuesto');
    await visitor.open('/store?q=candado');
    await expect(page.getByText(t('store.ask_us'))).toBeHidden();
  });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang, viewport: small });

      test(`fits a small telephone, and leads to what the firm does, in ${lang}`, async ({ visitor, page, t }) => {
        await visitor.open(`/store?lang=${lang}`);
        await page.getByRole('searchbox', { name: t('store.search') }).click();
        await page.keyboard.type(lang === 'es' ? 'cerraj' : 'كهرب');
        const service = page.getByRole('group', { name: t('finding.services') }).getByRole('option').first();
        await expect(service).toBeVisible();
        await expect(page, 'the list').toFitTheScreen();
        await service.click();
        await expect(page).toHaveURL(/\/\?service=urgencias/);
      });
    });
  }
});

test.describe('the filters of the store', () => {
  test('are in the address, are counted, and go back', async ({ visitor, page, t }) => {
    await visitor.open('/store');
    await page.getByText(t('store.filter')).click();
    // A long list of values is folded.
    const option = page.locator('details.narrow__group:not([open])').first();
    await option.locator('summary').click();
    const choice = page.locator('details.narrow__group[open] .narrow__check').first();
    const count = Number(await choice.locator('.narrow__count').textContent());
    await choice.getByRole('checkbox').check();
    await expect(page).toHaveURL(/\/store\?option=/);
    await expect(page.locator('.store-count')).toContainText(String(count));
    await expect(page.locator('.cards > li')).toHaveCount(count);
    await page.getByLabel(t('store.sort')).selectOption('price-down');
    await expect(page).toHaveURL(/&sort=price-down$/);
    await expect(page, 'the filters').toBeAccessible();
    await page.reload();
    await visitor.ready();
    await expect(page.locator('.cards > li'), 'a shared address shows the same').toHaveCount(count);
    await page.goBack();
    await expect(page).not.toHaveURL(/sort=/);
    await page.goBack();
    await expect(page).toHaveURL('/store');
    await page.goForward();
    await visitor.link(t('store.clear')).click();
    await expect(page).toHaveURL('/store');
  });

  test('offer nothing that would find nothing, but what is chosen', async ({ visitor, page, t }) => {
    const types = page.getByRole('navigation', { name: t('store.types') });
    const counts = types.locator('.pill:not([aria-current]) .pill__count');
    const availability = page.locator('input[name=stock]');
    await visitor.open('/store');
    const all = await counts.count();
    expect(all).toBeGreaterThan(2);
    await expect(availability).toBeAttached();

    await visitor.open('/store?q=ventilador+techo');
    await expect(page.locator('.cards > li')).not.toHaveCount(0);
    expect(await counts.count()).toBeLessThan(all);
    await expect(availability, 'it is sold out').toHaveCount(0);

    await visitor.open('/store?q=ventilador+techo&type=Cerrajer%C3%ADa');
    await expect(types.locator('[aria-current] .pill__count'), 'the way back from it').toHaveText('0');
    expect(await counts.allTextContents(), 'and to what is found elsewhere').toEqual(['1']);

    await visitor.open('/store?q=ventilador+techo&stock=1');
    await expect(availability).toBeChecked();
    await visitor.link(t('store.remove', { name: t('store.in_stock') })).click();
    await expect(page.locator('.cards > li')).not.toHaveCount(0);
    await expect(availability).toHaveCount(0);
  });

  for (const lang of ['es', 'ar'] as const) {
    test.describe('on a telephone', () => {
      test.use({ lang, viewport: small, isMobile: true, hasTouch: true });

      test(`stand on a sheet that moves nothing and closes with Escape and with Back, in ${lang}`, async ({ visitor, page, t }) => {
        await visitor.open(`/store?lang=${lang}`);
        const opener = page.locator('.narrow__more > summary');
        const first = page.locator('.cards > li').first();
        const place = await first.boundingBox();
        await opener.tap();
        const sheet = visitor.dialog;
        await expect(sheet).toBeVisible();
        expect(await first.boundingBox(), 'the list stays where it is').toEqual(place);
        await expect(sheet.locator(':focus'), 'the focus is on it').toHaveCount(1);
        await expect(page, 'the sheet').toFitTheScreen();
        await expect(page).toBeAccessible();
        await page.keyboard.press('Escape');
        await expect(sheet).toBeHidden();
        await expect(opener).toBeFocused();
        await opener.tap();
        await holdEscape(sheet);
        await expect(opener, 'one step back').toBeFocused();

        await opener.tap();
        await sheet.getByRole('checkbox', { name: t('store.in_stock') }).check();
        await expect(page).toHaveURL(/stock=1/);
        // The number follows a moment after the address.
        await expect(async () => {
          const count = Number(/\d+/.exec((await page.locator('.store-count').textContent()) ?? '')?.[0]);
          await expect(sheet.getByRole('button', { name: t('store.show', { count }) })).toBeVisible({ timeout: 100 });
        }).toPass();
        await page.goBack();
        await expect(sheet).toBeHidden();
        await expect(page, 'what was chosen stays').toHaveURL(/stock=1/);
        await page.goBack();
        await expect(page).not.toHaveURL(/stock=1/);
        await expect(sheet).toBeHidden();
      });
    });
  }

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('are a plain form', async ({ page, t }) => {
      await page.goto('/store');
      await page.getByText(t('store.filter')).click();
      const from = page.locator('input[name=from]');
      await from.fill('100');
      await page.getByRole('button', { name: t('store.apply') }).click();
      await expect(page).toHaveURL(/from=100/);
      await expect(from).toHaveValue('100');
      expect(await page.locator('.cards > li').count()).toBeGreaterThan(0);
    });
  });
});

test.describe('a product', () => {
  test('opens its picture, draws it larger, and is back where it was', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('cilindro-seguridad-leva'));
    const opener = page.locator('.gallery__open');
    await opener.click();
    await expect(visitor.dialog).toBeVisible();
    const picture = page.locator('.zoomable__picture');
    const scale = async () => picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
    expect(await scale()).toBe(1);
    await page.keyboard.press('+');
    expect(await scale()).toBe(1.5);
    await page.keyboard.press('ArrowRight');
    expect(await picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).e)).toBeLessThan(0);
    await visitor.button(t('gallery.zoom_out'), visitor.dialog).click();
    expect(await scale()).toBe(1);
    await picture.hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(scale).toBeGreaterThan(1.5);
    await expect(page, 'the open picture').toBeAccessible();
    await page.goBack();
    await expect(visitor.dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await holdEscape(visitor.dialog);
    await expect(opener, 'one step back').toBeFocused();
  });

  test('is found again among those seen before, and forgotten', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('extintor-polvo-abc'));
    await visitor.open(await shop.pathOf('candado-arco-templado'));
    await page.mouse.wheel(0, 300);
    const seen = page.getByRole('region', { name: t('finding.seen') });
    await expect(seen.getByRole('link', { name: 'Extintor de polvo ABC de 6 kg' })).toBeVisible();
    await visitor.button(t('finding.forget_seen'), seen).click();
    await expect(seen).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('seen-products'))).toBeNull();
  });

  test('can be had fitted: the request names it', async ({ visitor, page, shop, t }) => {
    const { title } = await shop.product('escudo-protector-antitaladro');
    await visitor.open(await shop.pathOf('escudo-protector-antitaladro'));
    await visitor.link(t('product.fitted')).click();
    await expect(page).toHaveURL(/\/solicitar-presupuesto\?product=/);
    await expect(visitor.field(t('quote.message'))).toHaveValue(new RegExp(title));
  });

  test('says when it leaves once the owner has set the hour', async ({ admin, page, shop, t }) => {
    await shop.run('settings', 'set', 'shipping.cutoff', '14:00');
    try {
      await admin.open(await shop.pathOf('candado-arco-templado'));
      const rule = t('dispatch.rule', { time: '14:00' });
      const told = page.locator('.delivery-note[role=status]');
      await expect(told).toBeVisible();
      await expect(told).not.toHaveText(rule);
    } finally {
      await shop.run('settings', 'set', 'shipping.cutoff', '');
    }
  });
});

test.describe('what is sold out', () => {
  // The links of mails name a language.
  test.use({ cookies: 'language' });

  test('is told of by mail, once whoever reads the mailbox has said yes', async ({ visitor, page, shop, t, look }) => {
    const slug = 'interruptor-diferencial-40a';
    await shop.run('set-stock', slug, '0');
    try {
      await visitor.open(await shop.pathOf(slug));
      await visitor.button(t('stock.tell_me')).click();
      const email = page.getByRole('textbox', { name: t('finding.tell_email') });
      await expect(email).toBeFocused();
      await look('the form for a notice');
      await email.fill('nadie');
      await visitor.button(t('finding.tell_send')).click();
      await expect(visitor.text(t('finding.tell_asked'))).toBeHidden();
      await email.fill('vuelta@example.com');
      await visitor.button(t('finding.tell_send')).click();
      await expect(visitor.text(t('finding.tell_asked'))).toBeVisible();

      const question = await shop.mails.await('vuelta@example.com', '¿Te avisamos cuando vuelva?');
      await visitor.open(linkIn(question));
      await visitor.button(t('verify.stock.submit')).click();
      await expect(visitor.title(t('verify.stock.done_title'))).toBeVisible();
      await shop.run('set-stock', slug, '4');
      const told = await shop.mails.await('vuelta@example.com', 'Vuelve a haber');
      await visitor.open(linkIn(told));
      await expect(visitor.button(t('product.add'))).toBeEnabled();
    } finally {
      await shop.run('set-stock', slug, '6');
    }
  });
});
