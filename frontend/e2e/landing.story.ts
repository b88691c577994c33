import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { desktop, phone, story, type Visitor, type World } from './visitor';
import { langCodes, languages, textsOf } from './texts';
import { eventually } from './wait';

export const landing = (world: () => World) =>
  describe('the landing page', () => {
    story(world, 'leads from a tile to its service, and back', {}, tiles);
    story(world, 'opens the service that the address names, before any script', {}, named);
    story(world, 'does what was pressed before its code had come', {}, early);
    story(world, 'keeps its links when its code does not come', {}, unreachable);
    story(world, 'helps in an emergency with one thumb', { viewport: phone, isMobile: true, hasTouch: true }, emergency);
    story(world, 'shows one product after the other, until somebody looks closer', {}, carousel);
    story(world, 'stands still for those who want no motion', { reducedMotion: 'reduce' }, still);
    story(world, 'opens its pictures larger', {}, pictures);
    story(world, 'compares before and after by keyboard', {}, comparison);
    story(world, 'marks the section that is being read', {}, sections);
    story(world, 'closes its menu with Escape and outside', { viewport: phone }, menu);
    for (const lang of langCodes) {
      const options = { lang, javaScriptEnabled: false, viewport: phone } as const;
      story(world, `reads well without scripts, in ${lang}`, options, withoutScripts);
    }
  });

const scrolled = ({ page }: Visitor, id: string) =>
  eventually(`${id} is in sight`, () =>
    page.evaluate((name) => {
      const top = document.getElementById(name)?.getBoundingClientRect().top ?? NaN;
      return top > -50 && top < innerHeight / 2;
    }, id),
  );

const tab = ({ page, t }: Visitor, id: string) => page.getByRole('tab', { name: t(`services.${id}.name`), exact: true });

async function selected(visitor: Visitor, id: string): Promise<void> {
  await eventually(`the tab ${id} is open`, async () => (await tab(visitor, id).getAttribute('aria-selected')) === 'true');
  await visitor.page.getByRole('heading', { level: 3, name: visitor.t(`service.${id}.title`) }).waitFor();
}

async function tiles(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
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
  await eventually('the page is where it was', () => page.evaluate((place) => Math.abs(scrollY - place) < 5, before));
  // Choosing a tab is no step of its own.
  await tab(visitor, 'tienda').click();
  await selected(visitor, 'tienda');
  await visitor.arrivesAt('/?service=tienda');
  await tab(visitor, 'tienda').press('ArrowRight');
  await selected(visitor, 'construccion');
  assert.equal(await page.getByRole('tabpanel').getByRole('link', { name: t('footer.quote') }).getAttribute('href'), '/solicitar-presupuesto');
  await page.locator('#inicio').getByRole('link', { name: t('footer.quote') }).click();
  await visitor.arrivesAt('/contact');
  await page.goBack();
  await visitor.arrivesAt('/?service=construccion');
  await selected(visitor, 'construccion');
  await tile('tienda').click();
  await visitor.arrivesAt('/store');
  await visitor.seesPage(t('store.title'));
  await page.locator('header').getByRole('link', { name: t('nav.gallery') }).click();
  await visitor.arrivesAt('/');
  await scrolled(visitor, 'galeria');
}

async function named(visitor: Visitor): Promise<void> {
  const html = await (await visitor.context.request.get('/?service=tienda')).text();
  assert.match(html, /aria-selected="true"[^>]*>Tienda</);
  assert.match(await (await visitor.context.request.get('/?service=garden')).text(), /aria-selected="true"[^>]*>Reformas</);
}

async function early(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/later-/, async (route) => {
    await held;
    await route.continue();
  });
  await visitor.open('/');
  await tab(visitor, 'construccion').click();
  assert.equal(await tab(visitor, 'construccion').getAttribute('aria-selected'), 'false');
  release();
  await selected(visitor, 'construccion');
  await visitor.arrivesAt('/?service=construccion');
}

async function unreachable(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  visitor.expects(503, /\/assets\/later-/);
  await page.route(/\/assets\/later-/, (route) => route.fulfill({ status: 503 }));
  await visitor.open('/');
  await tab(visitor, 'construccion').click();
  await visitor.arrivesAt('/?service=construccion');
  await scrolled(visitor, 'servicios');
  await visitor.sees(visitor.t('service.construccion.building.text'));
}

async function emergency(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/');
  await visitor.link(t('hero.emergency')).tap();
  await scrolled(visitor, 'contacto');
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('#inicio').getByRole('link', { name: t('services.urgencias.note') }).tap();
  await scrolled(visitor, 'urgencias');
  const box = page.locator('#urgencias');
  const call = box.getByRole('link', { name: t('emergency.call') }).filter({ visible: true });
  assert.match((await call.getAttribute('href')) ?? '', /^tel:\+\d+$/);
  for (const trouble of ['door', 'power', 'water', 'cold']) {
    await box.getByText(t(`emergency.${trouble}.name`), { exact: true }).tap();
    await visitor.sees(t(`emergency.${trouble}.advice`));
    assert.equal(await call.count(), 1);
    const chat = box.getByRole('link', { name: t('emergency.whatsapp') }).filter({ visible: true });
    const address = new URL((await chat.getAttribute('href')) ?? '');
    assert.equal(address.searchParams.get('text'), t(`emergency.${trouble}.message`));
    for (const button of [call, chat]) assert.ok(((await button.boundingBox())?.height ?? 0) >= 56, 'a thumb hits it');
  }
  await visitor.fitsTheScreen('the landing page');
}

async function carousel(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await page.clock.install();
  await visitor.open('/');
  await visitor.aliveBelow();
  const box = page.locator('.carousel');
  await box.scrollIntoViewIfNeeded();
  const at = (index: number) =>
    eventually(`slide ${index}`, async () => (await box.locator('.carousel__position').textContent()) === t('promotion.position', { index, total: 5 }));
  await at(1);
  for (const next of [2, 3, 4, 5, 1]) {
    await page.clock.fastForward(5000);
    await at(next);
  }
  const rests = async () => {
    const where = await box.locator('.carousel__position').textContent();
    await page.clock.fastForward(20_000);
    assert.equal(await box.locator('.carousel__track').getAttribute('aria-live'), 'polite');
    assert.equal(await box.locator('.carousel__position').textContent(), where);
  };
  await box.locator('.promo').first().hover();
  await rests();
  await page.mouse.move(5, 5);
  await box.getByRole('link').first().focus();
  await rests();
  await page.locator('h1').click();
  await visitor.button(t('promotion.next')).click();
  await at(2);
  await visitor.button(t('promotion.previous')).click();
  await at(1);
  await visitor.button(t('promotion.pause')).click();
  await page.mouse.move(5, 5);
  await rests();
  await visitor.button(t('promotion.play')).click();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(5000);
  await at(2);
  const link = box.getByRole('link').nth(1);
  const title = (await link.textContent()) ?? '';
  await link.click();
  await visitor.arrivesAt(/^\/product\//);
  await visitor.seesPage(title);
}

async function still(visitor: Visitor): Promise<void> {
  await visitor.page.clock.install();
  await visitor.open('/');
  await visitor.aliveBelow();
  await visitor.button(visitor.t('promotion.play')).waitFor();
  await visitor.page.clock.fastForward(20_000);
  assert.equal(await visitor.page.locator('.carousel__track').evaluate((track) => track.scrollLeft), 0);
}

async function pictures(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  for (const [lang, forward] of [['es', 'ArrowRight'], ['ar', 'ArrowLeft']] as const) {
    await visitor.open(`/?lang=${lang}`);
    await visitor.readsIn(lang);
    await visitor.aliveBelow();
    const caption = (number: string) => visitor.t(`pictures.caption.${number}`);
    const opener = visitor.link(visitor.t('pictures.open', { caption: caption('05') }));
    await opener.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    const shows = (number: string) => visitor.dialog.getByRole('heading', { name: caption(number), exact: true }).waitFor();
    await opener.click();
    await shows('05');
    await page.keyboard.press(forward);
    await shows('06');
    await visitor.button(visitor.t('pictures.next')).click();
    await shows('07');
    await visitor.button(visitor.t('pictures.previous')).click();
    await shows('06');
    await page.goBack();
    await visitor.dialog.waitFor({ state: 'hidden' });
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - before) < 5, 'the page is where it was');
    await opener.click();
    await shows('05');
    await page.keyboard.press('Escape');
    await visitor.dialog.waitFor({ state: 'hidden' });
    await eventually('the focus is where it was', () => opener.evaluate((link) => link === document.activeElement));
    await visitor.arrivesAt(`/?lang=${lang}`);
  }
  await visitor.sees(textsOf('ar')('pictures.note'));
  assert.equal(await page.locator('#galeria .picture-link').count(), 14, t('pictures.title'));
}

async function comparison(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/');
  await visitor.aliveBelow();
  const slider = page.getByRole('slider', { name: t('pictures.compare', { what: t('pictures.kitchen') }) });
  const shown = () => page.locator('.comparison__stage').first().evaluate((stage) => getComputedStyle(stage).getPropertyValue('--at'));
  assert.equal(await shown(), '50%');
  await slider.focus();
  await page.keyboard.press('Home');
  assert.equal(await shown(), '0%');
  await page.keyboard.press('ArrowRight');
  assert.equal(await shown(), '1%');
}

async function sections(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/');
  const current = page.locator('header [aria-current="location"]');
  for (const [id, label] of [['inicio', 'nav.home'], ['galeria', 'nav.gallery'], ['contacto', 'nav.contact']] as const) {
    await page.evaluate((name) => document.getElementById(name)?.scrollIntoView(), id);
    await eventually(`${id} is marked`, async () => (await current.allTextContents()).join() === t(label));
  }
}

async function menu(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/');
  const about = page.locator('header').getByRole('link', { name: t('nav.about') });
  const open = visitor.button(t('nav.open_menu'));
  await open.click();
  await about.waitFor();
  await page.keyboard.press('Escape');
  await about.waitFor({ state: 'hidden' });
  await eventually('the focus is on the button', () => open.evaluate((button) => button === document.activeElement));
  await open.click();
  await about.waitFor();
  await page.mouse.click(20, 700);
  await about.waitFor({ state: 'hidden' });
  await visitor.open('/');
  await open.click();
  await about.click();
  await about.waitFor({ state: 'hidden' });
  await scrolled(visitor, 'quienes-somos');
}

async function withoutScripts(visitor: Visitor): Promise<void> {
  const { page, t, lang } = visitor;
  await page.goto('/');
  assert.equal(await page.locator('html').getAttribute('dir'), languages[lang].dir);
  for (const id of ['construccion', 'reformas', 'urgencias', 'tienda']) {
    assert.ok(await page.getByRole('heading', { name: t(`service.${id}.title`), exact: true }).isVisible(), id);
  }
  await page.getByText(t('emergency.water.name'), { exact: true }).click();
  assert.ok(await page.getByText(t('emergency.water.advice')).isVisible());
  assert.ok(!(await page.getByText(t('emergency.door.advice')).isVisible()));
  for (const number of ['05', '14']) await visitor.sees(t(`pictures.caption.${number}`));
  await visitor.fitsTheScreen('the landing page without scripts');
  await page.setViewportSize(desktop);
  await visitor.fitsTheScreen('the landing page without scripts, large');
  await page.locator('#inicio').getByRole('link', { name: t('services.construccion.name') }).click();
  await visitor.arrivesAt('/?service=construccion');
  await scrolled(visitor, 'servicios');
}
