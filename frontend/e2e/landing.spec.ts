import type { Page } from '@playwright/test';
import { at, expect, desktop, phone, test } from './support/test';
import type { Visitor } from './support/visitor';
import { langCodes, languages, textsOf } from './support/texts';

test.describe('the landing page', () => {
  test('leads from a tile to its service, and back', async ({ visitor, page, t }) => {
    await visitor.open('/');
    await selected(visitor, 'reformas');
    const tile = (id: string) => page.locator('#inicio').getByRole('link', { name: t(`services.${id}.name`) });
    await tile('construccion').scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await tile('construccion').click();
    await selected(visitor, 'construccion');
    await scrolled(visitor, 'servicios');
    await page.goBack();
    await selected(visitor, 'reformas');
    await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place) < 5, before), 'the page is where it was').toBe(true);
    // Choosing a tab is no step of its own.
    await tab(visitor, 'tienda').click();
    await selected(visitor, 'tienda');
    await expect(page).toHaveURL('/?service=tienda');
    await tab(visitor, 'tienda').press('ArrowRight');
    await selected(visitor, 'construccion');
    await expect(page.getByRole('tabpanel').getByRole('link', { name: t('footer.quote') })).toHaveAttribute('href', '/solicitar-presupuesto');
    await page.locator('#inicio').getByRole('link', { name: t('footer.quote') }).click();
    await expect(page).toHaveURL('/contact');
    await page.goBack();
    await expect(page).toHaveURL('/?service=construccion');
    await selected(visitor, 'construccion');
    await tile('tienda').click();
    await expect(page).toHaveURL('/store');
    await expect(visitor.title(t('store.title'))).toBeVisible();
    await page.locator('header').getByRole('link', { name: t('nav.gallery') }).click();
    await expect(page).toHaveURL('/#galeria');
    await scrolled(visitor, 'galeria');
  });

  test('opens the service that the address names, before any script', async ({ visitor }) => {
    const html = await (await visitor.context.request.get('/?service=tienda')).text();
    expect(html).toMatch(/aria-selected="true"[^>]*>Tienda</);
    expect(await (await visitor.context.request.get('/?service=garden')).text()).toMatch(/aria-selected="true"[^>]*>Reformas</);
  });

  test('does what was pressed before its code had come', async ({ visitor, page }) => {
    const release = await keepCodeBack(page);
    await visitor.open('/');
    await tab(visitor, 'construccion').click();
    await expect(tab(visitor, 'construccion')).toHaveAttribute('aria-selected', 'false');
    release();
    await selected(visitor, 'construccion');
    await expect(page).toHaveURL('/?service=construccion');
  });

  test('leads to the service of a tile that was tapped before its code had come', async ({ visitor, page }) => {
    const release = await keepCodeBack(page);
    await visitor.open('/');
    await page.locator('.tile--urgencias').click();
    await expect(page).toHaveURL('/?service=urgencias#servicios');
    release();
    await selected(visitor, 'urgencias');
    await scrolled(visitor, 'servicios');
  });

  test('begins at the section that the address names, and stays there when all has come', async ({ visitor, page }) => {
    await page.setViewportSize(phone);
    await visitor.open('/#galeria');
    await visitor.aliveBelow();
    await beginsWith(visitor, 'galeria');
  });

  test('lays out what is further down when somebody comes near, and leads to each place of it before', async ({ visitor, page, t }) => {
    const release = await keepCodeBack(page, /\/assets\/app-/);
    const isLeft = () => isLeftForLater(page);
    await page.goto('/');
    expect(await isLeft()).toBe(true);
    await page.locator('header').getByRole('link', { name: t('nav.gallery') }).click();
    await beginsWith(visitor, 'galeria');
    release();
    await visitor.aliveBelow();
    await beginsWith(visitor, 'galeria');

    await visitor.open('/');
    await expect.poll(isLeft, 'the page answers and has laid out all of it').toBe(false);
    await page.locator('#contacto').scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    const releaseAgain = await keepCodeBack(page, /\/assets\/app-/);
    await page.reload();
    expect(await isLeft()).toBe(false);
    await expect.poll(() => page.evaluate(() => scrollY), 'the page is where it was').toBe(before);
    releaseAgain();
  });

  test('stands still for whoever leapt to its end before its code had come', async ({ visitor, page }) => {
    await page.setViewportSize(phone);
    const release = await keepCodeBack(page, /\/assets\/app-/);
    await page.goto('/');
    expect(await isLeftForLater(page)).toBe(true);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect.poll(() => isLeftForLater(page)).toBe(false);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const place = () => page.locator('.footer').evaluate((footer) => footer.getBoundingClientRect().top);
    const before = await place();
    release();
    await visitor.aliveBelow();
    expect(Math.abs((await place()) - before), 'how far it moved, in pixels').toBeLessThan(3);
  });

  test('keeps its links when its code does not come', async ({ visitor, page, watch }) => {
    watch.expects(503, /\/assets\/later-/);
    await page.route(/\/assets\/later-/, (route) => route.fulfill({ status: 503 }));
    await visitor.open('/');
    await tab(visitor, 'construccion').click();
    await expect(page).toHaveURL('/?service=construccion#servicios');
    await scrolled(visitor, 'servicios');
    await expect(visitor.text(visitor.t('service.construccion.building.text'))).toBeVisible();
  });

  test.describe(() => {
    test.use({ viewport: phone, isMobile: true, hasTouch: true });

    test('helps in an emergency with one thumb', async ({ visitor, page, t }) => {
      await visitor.open('/');
      await visitor.link(t('hero.emergency')).tap();
      await scrolled(visitor, 'contacto');
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator('#inicio').getByRole('link', { name: t('services.urgencias.note') }).tap();
      await scrolled(visitor, 'servicios');
      await expect(tab(visitor, 'urgencias'), 'the tabs are in view').toBeInViewport({ ratio: 1 });
      const box = page.locator('#urgencias');
      const call = box.getByRole('link', { name: t('emergency.call') }).filter({ visible: true });
      expect((await call.getAttribute('href')) ?? '').toMatch(/^tel:\+\d+$/);
      for (const trouble of ['door', 'power', 'water', 'cold']) {
        await box.getByText(t(`emergency.${trouble}.name`), { exact: true }).tap();
        await expect(visitor.text(t(`emergency.${trouble}.advice`))).toBeVisible();
        await expect(call).toHaveCount(1);
        expect(await call.locator('bdi').evaluate((number) => number.getClientRects().length), 'the number is on one line').toBe(1);
        const chat = box.getByRole('link', { name: t('emergency.whatsapp') }).filter({ visible: true });
        const address = new URL((await chat.getAttribute('href')) ?? '');
        expect(address.searchParams.get('text')).toBe(t(`emergency.${trouble}.message`));
        for (const button of [call, chat]) expect(((await button.boundingBox())?.height ?? 0), 'a thumb hits it').toBeGreaterThanOrEqual(56);
      }
      await expect(page, 'the landing page').toFitTheScreen();
    });
  });

  for (const lang of ['es', 'fr', 'ar'] as const) {
    test.describe(() => {
      test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, lang });

      test(`the tile of emergencies leads to the call on a small phone, in ${lang}`, async ({ visitor, page, t }) => {
        await visitor.open('/');
        await page.locator('.tile--urgencias').tap();
        await selected(visitor, 'urgencias');
        const call = page.locator('#urgencias').getByRole('link', { name: t('emergency.call') });
        await expect(call).toBeInViewport({ ratio: 1 });
        await expect(tab(visitor, 'urgencias'), 'the tabs are in view').toBeInViewport({ ratio: 1 });
        const isFree = () => call.evaluate((link) => {
          const strip = document.querySelector('.contact-buttons');
          return strip !== null && link.getBoundingClientRect().bottom <= strip.getBoundingClientRect().top;
        });
        await expect.poll(isFree, 'nothing covers it').toBe(true);
      });
    });
  }

  test('shows one product after the other, until somebody looks closer', async ({ visitor, page, t }) => {
    await page.clock.install();
    await visitor.open('/');
    await visitor.aliveBelow();
    const box = page.locator('.carousel');
    await box.scrollIntoViewIfNeeded();
    const position = box.locator('.carousel__position');
    const shows = (index: number) => expect(position).toHaveText(t('promotion.position', { index, total: 5 }));
    await shows(1);
    for (const next of [2, 3, 4, 5, 1]) {
      await page.clock.fastForward(5000);
      await shows(next);
    }
    const rests = async () => {
      const where = (await position.textContent()) ?? '';
      await page.clock.fastForward(20_000);
      await expect(box.locator('.carousel__track')).toHaveAttribute('aria-live', 'polite');
      await expect(position).toHaveText(where);
    };
    await box.locator('.promo').first().hover();
    await rests();
    await page.mouse.move(5, 5);
    await box.getByRole('link').first().focus();
    await rests();
    await page.locator('h1').click();
    await visitor.button(t('promotion.next')).click();
    await shows(2);
    await visitor.button(t('promotion.previous')).click();
    await shows(1);
    await visitor.button(t('promotion.pause')).click();
    await page.mouse.move(5, 5);
    await rests();
    await visitor.button(t('promotion.play')).click();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(5000);
    await shows(2);
    const link = box.getByRole('link').nth(1);
    const title = (await link.textContent()) ?? '';
    await link.click();
    await expect(page).toHaveURL(at(/^\/product\//));
    await expect(visitor.title(title)).toBeVisible();
  });

  test.describe(() => {
    test.use({ reducedMotion: 'reduce' });

    test('stands still for those who want no motion', async ({ visitor, page, t }) => {
      await page.clock.install();
      await visitor.open('/');
      await visitor.aliveBelow();
      await expect(visitor.button(t('promotion.play'))).toBeVisible();
      await page.clock.fastForward(20_000);
      expect(await page.locator('.carousel__track').evaluate((track) => track.scrollLeft)).toBe(0);
    });
  });

  test('opens its pictures larger', async ({ visitor, page, t }) => {
    for (const [lang, forward] of [['es', 'ArrowRight'], ['ar', 'ArrowLeft']] as const) {
      await visitor.open(`/?lang=${lang}`);
      await visitor.readsIn(lang);
      await visitor.aliveBelow();
      const caption = (number: string) => visitor.t(`pictures.caption.${number}`);
      const opener = visitor.link(visitor.t('pictures.open', { caption: caption('05') }));
      await opener.scrollIntoViewIfNeeded();
      const place = () => opener.evaluate((picture) => picture.getBoundingClientRect().top);
      const before = await place();
      const shows = (number: string) => expect(visitor.dialog.getByRole('heading', { name: caption(number), exact: true })).toBeVisible();
      await opener.click();
      await shows('05');
      await page.keyboard.press(forward);
      await shows('06');
      await visitor.button(visitor.t('gallery.next')).click();
      await shows('07');
      await visitor.button(visitor.t('gallery.previous')).click();
      await shows('06');
      await page.goBack();
      await expect(visitor.dialog).toBeHidden();
      expect(Math.abs((await place()) - before), 'the page is where it was').toBeLessThan(5);
      await opener.click();
      await shows('05');
      await page.keyboard.press('Escape');
      await expect(visitor.dialog).toBeHidden();
      await expect(opener, 'the focus is where it was').toBeFocused();
      await expect(page).toHaveURL(`/?lang=${lang}`);
    }
    await expect(visitor.text(textsOf('ar')('pictures.note'))).toBeVisible();
    await expect(page.locator('#galeria .picture-link'), t('pictures.title')).toHaveCount(14);
  });

  test('compares before and after by keyboard', async ({ visitor, page, t }) => {
    await visitor.open('/');
    await visitor.aliveBelow();
    const slider = page.getByRole('slider', { name: t('pictures.compare', { what: t('pictures.kitchen') }) });
    const stage = page.locator('.comparison__stage').first();
    await expect(stage).toHaveCSS('--at', '50%');
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(stage).toHaveCSS('--at', '0%');
    await page.keyboard.press('ArrowRight');
    await expect(stage).toHaveCSS('--at', '1%');
  });

  test('marks the section that is being read', async ({ visitor, page, t }) => {
    await visitor.open('/');
    const current = page.locator('header [aria-current="location"]');
    for (const [id, label] of [['inicio', 'nav.home'], ['galeria', 'nav.gallery'], ['contacto', 'nav.contact']] as const) {
      await page.evaluate((name) => document.getElementById(name)?.scrollIntoView(), id);
      await expect(current, `${id} is marked`).toHaveText([t(label)]);
    }
    await visitor.open('/contact');
    await expect(current, 'it has a page of its own').toHaveText([t('nav.contact')]);
  });

  test.describe(() => {
    test.use({ viewport: phone, cookies: 'language' });

    test('opens a menu over the whole screen, with the telephone, a quote and the languages', async ({ visitor, page, t }) => {
      await visitor.open('/');
      const logo = page.locator('.header__logo');
      const place = await logo.boundingBox();
      const header = page.locator('header');
      const about = header.getByRole('link', { name: t('nav.about') });
      const open = visitor.button(t('nav.open_menu'));
      await open.click();
      await expect(about).toBeVisible();
      expect(await logo.boundingBox(), 'the bar stays where it is').toEqual(place);
      const sheet = await page.locator('#menu').boundingBox();
      expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0)), 'it reaches the bottom').toBe(phone.height);
      await expect(header.getByRole('link', { name: t('contact.call') })).toHaveAttribute('href', /^tel:/);
      await expect(header.getByRole('link', { name: t('footer.quote') })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Tab');
      await expect(header.getByRole('link', { name: t('nav.home') }), 'the next Tab leads into it').toBeFocused();
      await page.keyboard.press('Escape');
      await expect(about).toBeHidden();
      await expect(open, 'the focus is on the button').toBeFocused();
      await open.click();
      await about.click();
      await expect(about).toBeHidden();
      await scrolled(visitor, 'quienes-somos');
      await open.click();
      await header.getByRole('link', { name: 'English' }).filter({ visible: true }).click();
      await visitor.readsIn('en');
    });
  });

  test('has room for its links on a small screen that is no telephone', async ({ visitor, page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    for (const lang of langCodes) {
      await visitor.open(`/?lang=${lang}`);
      await expect(page.locator('.header__toggle')).toBeHidden();
      await expect(page.locator('.header__links a').last()).toBeVisible();
      const tops = await page.locator('.header__links li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
      expect(Math.max(...tops), `the links stand on one line, in ${lang}`).toBeLessThan(60);
      await expect(page).toFitTheScreen();
    }
  });

  for (const lang of langCodes) {
    test.describe(() => {
      test.use({ lang, javaScriptEnabled: false, viewport: phone });

      test(`reads well without scripts, in ${lang}`, async ({ visitor, page, lang, t }) => {
        await page.goto('/');
        await expect(page.locator('html')).toHaveAttribute('dir', languages[lang].dir);
        for (const id of ['construccion', 'reformas', 'urgencias', 'tienda']) {
          await expect(page.getByRole('heading', { name: t(`service.${id}.title`), exact: true }), id).toBeVisible();
        }
        await page.getByText(t('emergency.water.name'), { exact: true }).click();
        await expect(page.getByText(t('emergency.water.advice'))).toBeVisible();
        await expect(page.getByText(t('emergency.door.advice'))).toBeHidden();
        for (const number of ['05', '14']) await expect(visitor.text(t(`pictures.caption.${number}`))).toBeVisible();
        await expect(page, 'the landing page without scripts').toFitTheScreen();
        await page.setViewportSize(desktop);
        await expect(page, 'the landing page without scripts, large').toFitTheScreen();
        await page.locator('#inicio').getByRole('link', { name: t('services.construccion.name') }).click();
        await expect(page).toHaveURL('/?service=construccion#servicios');
        await scrolled(visitor, 'servicios');
      });
    });
  }
});

/** Waits until a part of the page begins in the upper half of the screen. */
async function scrolled({ page }: Visitor, id: string): Promise<void> {
  const isAtTheTop = (element: Element) => element.getBoundingClientRect().top > -50 && element.getBoundingClientRect().top < innerHeight / 2;
  await expect.poll(() => page.locator(`#${id}`).evaluate(isAtTheTop), `${id} is in sight`).toBe(true);
}

/** Whether sections further down are not laid out yet. */
const isLeftForLater = (page: Page) => page.locator('.firm').evaluate((section) => getComputedStyle(section).contentVisibility === 'auto');

/** Below the header, which does not move. */
async function beginsWith({ page }: Visitor, id: string): Promise<void> {
  const distance = (section: Element) =>
    Math.abs(section.getBoundingClientRect().top - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
  await expect.poll(() => page.locator(`#${id}`).evaluate(distance), 'from below the header, in pixels').toBeLessThan(3);
}

const tab = ({ page, t }: Visitor, id: string) => page.getByRole('tab', { name: t(`services.${id}.name`), exact: true });

async function selected(visitor: Visitor, id: string): Promise<void> {
  await expect(tab(visitor, id), `the tab ${id} is open`).toHaveAttribute('aria-selected', 'true');
  await expect(visitor.page.getByRole('heading', { level: 3, name: visitor.t(`service.${id}.title`) })).toBeVisible();
}

/** Keeps code on its way, that of what stands below the first screen unless told, until what this answers is called. */
async function keepCodeBack(page: Page, code = /\/assets\/later-/): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(code, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
