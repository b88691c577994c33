// Every page in every language and both colour schemes: nothing serious for axe, nothing wider than a
// phone, nothing on the console.

import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { describe } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { addToCart, asCustomer, order } from './buyer';
import { langCodes } from './texts';
import { desktop, phone, story, type Visitor, type World } from './visitor';

const nothing = '00000000-0000-4000-8000-000000000000';

export const everyPage = (world: () => World) =>
  describe('every page', () => {
    for (const lang of langCodes) {
      const onPhone = { lang, reducedMotion: 'reduce', viewport: phone } as const;
      story(world, `for a visitor, in ${lang}`, onPhone, async (visitor) => {
        const findings: string[] = [];
        await forVisitors(visitor, findings);
        assert.deepEqual(findings, []);
      });
      story(world, `for a customer, in ${lang}`, { ...onPhone, cookies: 'session' }, async (visitor) => {
        const findings: string[] = [];
        await forCustomers(visitor, findings);
        assert.deepEqual(findings, []);
      });
    }
  });

async function forVisitors(visitor: Visitor, findings: string[]): Promise<void> {
  const { page, shop, lang } = visitor;
  const look = (what: string) => examine(visitor, what, findings);
  const product = await shop.pathOf('cilindro-seguridad-leva');
  const plate = await shop.pathOf('placa-puerta-grabada');
  visitor.expects(404, /^\/(no-such-page|product\/0000)/);
  const paths = ['/', '/contact', '/solicitar-presupuesto', '/store', '/store?q=nothing-like-this', product, plate, '/cart', '/login', '/register', '/check-email', '/welcome', '/success'];
  for (const path of [...paths, `/welcome#token_hash=${nothing}`, '/no-such-page', `/product/${nothing}`]) {
    await visitor.open(path);
    await visitor.readsIn(lang);
    await look(path);
  }
  await addToCart(visitor, product);
  await visitor.cartWith(1).click();
  await visitor.dialog.getByRole('listitem').first().waitFor();
  await look('the cart panel');
  await visitor.open('/cart');
  await page.getByRole('spinbutton').waitFor();
  await look('the full cart');
  await visitor.open('/store');
  await visitor.button(visitor.t('nav.open_menu')).click();
  await look('the menu');
}

async function forCustomers(visitor: Visitor, findings: string[]): Promise<void> {
  const { page, shop, lang, t } = visitor;
  const look = (what: string) => examine(visitor, what, findings);
  await asCustomer(visitor, lang);
  visitor.expects(404, /\/api\/orders\/0000/);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  await visitor.button(t('checkout.pay')).waitFor();
  await look('/checkout');
  await order(visitor);
  await look('the payment page');
  await page.locator('button[value=fail]').click();
  await page.getByRole('alert').waitFor();
  await look('the declined payment');
  await page.locator('button[value=cancel]').click();
  await visitor.seesPage(t('checkout.cancelled_title'));
  await look('back without having paid');
  await visitor.open('/account');
  await visitor.field(t('field.address')).waitFor();
  await look('the profile');
  await visitor.open('/account?tab=shipping');
  await look('shipping and returns');
  await visitor.open('/account?tab=orders');
  const row = page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) });
  await row.waitFor();
  await look('the orders');
  await row.click();
  await visitor.button(t('order.pay')).waitFor();
  await look('an order');
  await visitor.open(`/order/${nothing}`);
  await visitor.seesPage(t('order.not_found_title'));
  await look('an order that is not there');
}

/** Looks at a page as it stands: on a phone and on a large screen, by day and by night. */
async function examine(visitor: Visitor, what: string, findings: string[]): Promise<void> {
  const { page } = visitor;
  findings.push(...(await visitor.widerThanTheScreen()).map((part) => `${what}, ${visitor.lang}: ${part} is wider than the screen`));
  for (const [viewport, schemes] of [[phone, ['light', 'dark']], [desktop, ['dark', 'light']]] as const) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      findings.push(...(await seriousFindings(page, `${what}, ${visitor.lang}, ${colorScheme}, ${viewport.width} px`)));
    }
  }
  await page.setViewportSize(phone);
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
