// Every page in every language and both colour schemes: nothing serious for axe, nothing wider than a
// phone, nothing on the console.

import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { describe } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { addToCart, asCustomer, order } from './buyer';
import { langCodes, type Lang } from './texts';
import { desktop, phone, story, type Visitor, type World } from './visitor';

const nothing = '00000000-0000-4000-8000-000000000000';

export const everyPage = (world: () => World) =>
  describe('every page', () => {
    for (const lang of langCodes) {
      story(world, `for a visitor, in ${lang}`, { lang, reducedMotion: 'reduce', viewport: phone }, (visitor) =>
        forVisitors(visitor, lang),
      );
      story(world, `for a customer, in ${lang}`, { lang, reducedMotion: 'reduce', viewport: phone, cookies: 'session' }, (visitor) =>
        forCustomers(visitor, lang),
      );
    }
  });

async function forVisitors(visitor: Visitor, lang: Lang): Promise<void> {
  const { page, shop } = visitor;
  const product = await shop.pathOf('cilindro-seguridad-leva');
  const plate = await shop.pathOf('placa-puerta-grabada');
  visitor.expects(404, /^\/(no-such-page|product\/0000)/);
  const paths = ['/', '/store', '/store?q=nothing-like-this', product, plate, '/cart', '/login', '/register', '/check-email', '/welcome'];
  for (const path of [...paths, `/welcome#token_hash=${nothing}`, '/success', '/no-such-page', `/product/${nothing}`]) {
    await visitor.open(path);
    await visitor.readsIn(lang);
    await examine(visitor, path);
  }
  await addToCart(visitor, product);
  await visitor.cartWith(1).click();
  await visitor.dialog.getByRole('listitem').first().waitFor();
  await examine(visitor, 'the cart panel');
  await visitor.open('/cart');
  await page.getByRole('spinbutton').waitFor();
  await examine(visitor, 'the full cart');
  await visitor.open('/store');
  await visitor.button(visitor.t('nav.open_menu')).click();
  await examine(visitor, 'the menu');
}

async function forCustomers(visitor: Visitor, lang: Lang): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor, lang);
  visitor.expects(404, /\/api\/orders\/0000/);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  await visitor.button(t('checkout.pay')).waitFor();
  await examine(visitor, '/checkout');
  await order(visitor);
  await examine(visitor, 'the payment page');
  await page.locator('button[value=fail]').click();
  await page.getByRole('alert').waitFor();
  await examine(visitor, 'the declined payment');
  await page.locator('button[value=cancel]').click();
  await visitor.seesPage(t('checkout.cancelled_title'));
  await examine(visitor, 'back without having paid');
  await visitor.open('/account');
  await visitor.field(t('field.address')).waitFor();
  await examine(visitor, 'the profile');
  await visitor.open('/account?tab=shipping');
  await examine(visitor, 'shipping and returns');
  await visitor.open('/account?tab=orders');
  const row = page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) });
  await row.waitFor();
  await examine(visitor, 'the orders');
  await row.click();
  await visitor.button(t('order.pay')).waitFor();
  await examine(visitor, 'an order');
  await visitor.open(`/order/${nothing}`);
  await visitor.seesPage(t('order.not_found_title'));
  await examine(visitor, 'an order that is not there');
}

/** Looks at a page as it stands: on a phone and on a large screen, by day and by night. */
async function examine(visitor: Visitor, what: string): Promise<void> {
  const { page } = visitor;
  await visitor.fitsTheScreen(`${what} in ${visitor.lang}`);
  const findings: string[] = [];
  for (const [viewport, schemes] of [[phone, ['light', 'dark']], [desktop, ['dark', 'light']]] as const) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      findings.push(...(await seriousFindings(page, `${what}, ${visitor.lang}, ${colorScheme}, ${viewport.width} px`)));
    }
  }
  await page.setViewportSize(phone);
  assert.deepEqual(findings, [], what);
}

/** What would keep somebody from using the page. Lesser findings go to the file that E2E_LESSER_FINDINGS names. */
async function seriousFindings(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // Colours on their way from one scheme to the other are nobody's.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await page.evaluate(
    () => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  const told = violations.map(({ id, impact, nodes }) => ({
    serious: impact === 'serious' || impact === 'critical',
    line: `${where}: ${impact} ${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')}`,
  }));
  const file = process.env['E2E_LESSER_FINDINGS'];
  const lesser = told.filter(({ serious }) => !serious).map(({ line }) => `${line}\n`);
  if (file) appendFileSync(file, lesser.join(''));
  return told.filter(({ serious }) => serious).map(({ line }) => line);
}
