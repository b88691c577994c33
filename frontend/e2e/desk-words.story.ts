// What the site says and shows of the firm, in the owner's own words and pictures.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { signIn } from './buyer';
import { photo } from './photo';
import { languages } from './texts';
import { phone, story, type VisitOptions, type Visitor, type World } from './visitor';
import { eventually } from './wait';

type Another = (options: VisitOptions) => Promise<Visitor>;

export const deskWords = (world: () => World) =>
  describe("the owner's words and pictures", () => {
    story(world, 'put another sentence over the store in one language', { cookies: 'session' }, replacesAText);
    story(world, 'are shown at the field when they cannot be', { lang: 'en', cookies: 'session', viewport: phone }, refusesAText);
    for (const lang of ['es', 'ar'] as const) {
      story(world, `put another picture on the site and the original back, in ${lang}`, { lang, cookies: 'session', viewport: phone }, replacesAPicture);
    }
  });

const tabOf = ({ page }: Visitor, lang: 'fr' | 'en') => page.getByRole('tab', { name: languages[lang].name });

/** Opens a group of the desk's texts, in the language that is shown. */
const unfold = ({ page }: Visitor, group: string) => page.locator('summary').filter({ has: page.getByRole('heading', { name: group, exact: true }) }).click();

async function replacesAText(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  const own = 'Ce qui sert à nos artisans, chez vous';
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/settings/texts');
  await tabOf(visitor, 'fr').click();
  await unfold(visitor, t('desk.texts.group.store'));
  const field = page.locator('[name="text-fr-store-intro"]');
  await field.fill(own);
  await visitor.button(t('desk.settings.save')).click();
  await visitor.toast(t('desk.settings.saved'));
  assert.equal(await field.inputValue(), own);
  // Whoever comes by another page brings no text of the store's page along but this.
  const reader = await another({ lang: 'fr' });
  await reader.open('/contact');
  await reader.link(reader.t('nav.store')).first().click();
  await reader.arrivesAt('/store');
  await reader.sees(own);
  // In another language it is as it was, until this one is chosen.
  const switcher = await another({ cookies: 'language' });
  await switcher.open('/store');
  await switcher.sees(switcher.t('store.intro'));
  await switcher.page.locator('summary').filter({ visible: true }).first().click();
  await switcher.link(languages.fr.name).filter({ visible: true }).first().click();
  await switcher.readsIn('fr');
  await switcher.sees(own);
  await field.fill('');
  await visitor.button(t('desk.settings.save')).click();
  await eventually('the text the site came with is there again', async () => {
    await reader.open('/store');
    await reader.page.getByText(reader.t('store.intro')).first().waitFor({ timeout: 500 });
    return true;
  });
}

/** A text that names what it may not is refused in a group that was folded meanwhile: it opens, and the field has the focus. */
async function refusesAText(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  visitor.expects(422, /^\/api\/admin\/settings/);
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/settings/texts');
  await unfold(visitor, t('desk.texts.group.store'));
  const field = page.locator('[name="text-en-store-intro"]');
  await field.fill('Sent by {{nobody}}');
  await unfold(visitor, t('desk.texts.group.store'));
  await field.waitFor({ state: 'hidden' });
  await visitor.button(t('desk.settings.save')).click();
  await field.waitFor();
  await eventually('the field has the focus', () => field.evaluate((element) => element === document.activeElement));
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await visitor.button(t('desk.settings.discard')).click();
}

async function replacesAPicture(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const n = visitor.lang === 'ar' ? 13 : 14;
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/settings/pictures');
  const row = page.locator('.desk-site-picture').filter({ has: page.getByRole('heading', { name: t('desk.site_pictures.gallery', { n }) }) });
  const back = visitor.button(t('desk.site_pictures.put_back'), row);
  await row.locator('input[type=file]').setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: await photo(page, 1300) });
  await visitor.toast(t('desk.settings.saved'));
  await row.getByText(t('desk.site_pictures.own'), { exact: true }).waitFor();
  await visitor.fitsTheScreen('the pictures of the site');
  // One tap takes nothing away.
  await back.click();
  await visitor.button(t('desk.not_now'), visitor.dialog).click();
  await row.getByText(t('desk.site_pictures.own'), { exact: true }).waitFor();
  await back.click();
  await visitor.button(t('desk.site_pictures.put_back'), visitor.dialog).click();
  await visitor.toast(t('desk.site_pictures.back'));
  await back.waitFor({ state: 'detached' });
}
