import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { langCodes } from './texts';
import { phone, story, type Visitor, type World } from './visitor';
import { eventually } from './wait';

export const offline = (world: () => World) =>
  describe('without a connection', () => {
    for (const lang of langCodes) {
      story(world, `the telephone number is there, in ${lang}`, { lang, viewport: phone }, numberAtHand);
    }
    story(world, 'the number is in the language chosen last', { cookies: 'language' }, chosenLanguage);
    story(world, 'nothing personal is kept', {}, nothingPersonal);
  });

/** The paths of everything the worker keeps. */
const kept = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const requests = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
  });

async function keeps(visitor: Visitor, lang = visitor.lang): Promise<void> {
  await eventually('the page is kept', () =>
    visitor.page.evaluate(async (code) => {
      const page = await (await caches.open('manetes-offline')).match('/offline', { ignoreVary: true });
      return page?.headers.get('content-language') === code;
    }, lang),
  );
}

async function seesNumber(visitor: Visitor): Promise<void> {
  const { page, t, lang } = visitor;
  await visitor.seesPage(t('offline.title'));
  await visitor.readsIn(lang);
  const call = page.locator('main').getByRole('link', { name: t('contact.call') });
  assert.match((await call.getAttribute('href')) ?? '', /^tel:\+34\d{9}$/);
  const box = await call.boundingBox();
  assert.ok(box !== null && box.height >= 64 && box.width >= 250, 'a thumb finds it');
  await visitor.sees(t('offline.gas'));
  await visitor.fitsTheScreen('the page without a connection');
}

async function numberAtHand(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/store');
  await visitor.readsIn(visitor.lang);
  await keeps(visitor);
  await visitor.connect(false);
  await page.reload();
  await seesNumber(visitor);
  for (const path of ['/', '/solicitar-presupuesto', '/account', '/no-such-page?q=1']) {
    await page.goto(path);
    await seesNumber(visitor);
    await visitor.arrivesAt(path);
  }
  await page.goto('/contact');
  await seesNumber(visitor);
  await visitor.connect(true);
  await visitor.link(t('offline.retry')).click();
  await visitor.ready();
  await visitor.seesPage(t('contact.title'));
  await visitor.arrivesAt('/contact');
}

async function chosenLanguage(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/store');
  await keeps(visitor);
  await page.locator('summary').filter({ visible: true }).first().click();
  await visitor.link('العربية').filter({ visible: true }).first().click();
  await visitor.readsIn('ar');
  await keeps(visitor, 'ar');
  await visitor.connect(false);
  await page.reload();
  await seesNumber(visitor);
}

async function nothingPersonal(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await keeps(visitor);
  // The worker looks after the pages from the next one on.
  await visitor.open('/login');
  await visitor.open('/cart');
  await eventually('the worker works', async () => (await kept(visitor)).some((path) => path.startsWith('/assets/')));
  assert.deepEqual((await kept(visitor)).filter((path) => path !== '/offline' && !path.startsWith('/assets/')), []);
}
