// What the site says and shows of the firm, in the owner's own words and pictures.

import { photo } from './support/photo';
import { languages } from './support/texts';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe("the owner's words and pictures", () => {
  test('put another sentence over the store in one language', async ({ admin, another, page, t }) => {
    const own = 'Ce qui sert à nos artisans, chez vous';
    await admin.open('/admin/settings/texts');
    await tabOf(admin, 'fr').click();
    await unfold(admin, t('desk.texts.group.store'));
    const field = page.locator('[name="text-fr-store-intro"]');
    // One word is changed without writing all of it anew.
    const original = (await field.getAttribute('placeholder')) ?? '';
    await page.locator('.desk-text').filter({ has: field }).getByRole('button', { name: t('desk.texts.begin') }).click();
    await expect(field).toHaveValue(original);
    await expect(field).toBeFocused();
    await field.fill(own);
    await admin.button(t('desk.save')).click();
    await expect(admin.toast(t('desk.settings.saved'))).toBeVisible();
    await expect(field).toHaveValue(own);
    // Whoever comes by another page brings no text of the store's page along but this.
    const reader = await another({ lang: 'fr' });
    await reader.open('/contact');
    await reader.link(reader.t('nav.store')).first().click();
    await expect(reader.page).toHaveURL('/store');
    await expect(reader.text(own)).toBeVisible();
    // In another language it is as it was, until this one is chosen.
    const switcher = await another({ cookies: 'language' });
    await switcher.open('/store');
    await expect(switcher.text(switcher.t('store.intro'))).toBeVisible();
    await switcher.page.locator('summary').filter({ visible: true }).first().click();
    await switcher.link(languages.fr.name).filter({ visible: true }).first().click();
    await switcher.readsIn('fr');
    await expect(switcher.text(own)).toBeVisible();
    await field.fill('');
    await admin.button(t('desk.save')).click();
    await expect(admin.text(t('desk.product.unsaved'))).toHaveCount(0);
    await reader.open('/store');
    await expect(reader.text(reader.t('store.intro')), 'the text the site came with').toBeVisible();
  });

  test('are asked about before somebody signs out over them', async ({ admin, page, t }) => {
    await admin.open('/admin/settings/texts');
    await unfold(admin, t('desk.texts.group.store'));
    const field = page.locator('[name="text-es-store-intro"]');
    await field.fill('A medias');
    await admin.button(t('account.logout')).click();
    await admin.button(t('desk.leave.stay'), admin.dialog).click();
    await expect(field).toHaveValue('A medias');
    await admin.button(t('account.logout')).click();
    await admin.button(t('desk.leave.go'), admin.dialog).click();
    await expect(page).toHaveURL(at(/^\/login/));
  });

  test('are asked about at the first Back where others were saved before', async ({ admin, page, shop, t }) => {
    await admin.open('/admin/settings');
    await admin.link(t('desk.texts.title')).click();
    await unfold(admin, t('desk.texts.group.store'));
    const field = page.locator('[name="text-es-store-intro"]');
    await field.fill('Lo primero');
    await admin.button(t('desk.save')).click();
    await expect(admin.toast(t('desk.settings.saved'))).toBeVisible();
    await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
    await admin.link(t('desk.place.orders'), page.getByRole('navigation')).click();
    await expect(admin.title(t('desk.place.orders'))).toBeVisible();
    await page.goBack();
    await unfold(admin, t('desk.texts.group.store'));
    await field.fill('Lo segundo');
    await page.goBack();
    await expect(admin.dialog.getByText(t('desk.leave.text'))).toBeVisible();
    await expect(field).toHaveValue('Lo segundo');
    await admin.button(t('desk.leave.go'), admin.dialog).click();
    await expect(page, 'past what was left of steps to it').toHaveURL('/admin/settings');
    await shop.run('settings', 'set', 'text.es.store.intro', '');
  });

  test.describe(() => {
    test.use({ lang: 'en', viewport: phone });

    /** A text that names what it may not is refused in a group that was folded meanwhile: it opens. */
    test('are shown at the field when they cannot be', async ({ admin, look, page, shop, t, watch }) => {
      watch.expects(422, /^\/api\/admin\/settings/);
      await admin.open('/admin/settings/texts');
      await unfold(admin, t('desk.texts.group.store'));
      const filledIn = page.locator('[name="text-en-hero-place"]');
      await expect(filledIn, 'as visitors read it').toHaveAttribute('placeholder', /^Abrera/);
      await look('the texts of the site');
      await filledIn.fill('Since 1990 in Abrera');
      await admin.button(t('desk.save')).click();
      await expect(admin.toast(t('desk.settings.saved'))).toBeVisible();
      await expect(filledIn, 'no brace is seen').toHaveValue('Since 1990 in Abrera');
      expect(await shop.run('settings', 'get', 'text.en.hero.place'), 'and the town follows the settings').toContain('Since 1990 in {{locality}}');
      await shop.run('settings', 'set', 'text.en.hero.place', '');
      await page.reload();
      await admin.ready();
      await unfold(admin, t('desk.texts.group.store'));
      const field = page.locator('[name="text-en-store-intro"]');
      await field.fill('Sent by {{nobody}}');
      await unfold(admin, t('desk.texts.group.store'));
      await expect(field).toBeHidden();
      await admin.button(t('desk.save')).click();
      await expect(field).toBeVisible();
      await expect(field, 'the field has the focus').toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await admin.button(t('desk.settings.discard')).click();
      await admin.button(t('desk.discard.go'), admin.dialog).click();
    });
  });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang, viewport: phone });

      test(`put another picture on the site and the original back, in ${lang}`, async ({ admin, page, t }) => {
        const n = lang === 'ar' ? 13 : 14;
        await admin.open('/admin/settings/pictures');
        const row = page.locator('.desk-site-picture').filter({ has: page.getByRole('heading', { name: t('desk.site_pictures.gallery', { n }) }) });
        const back = admin.button(t('desk.site_pictures.put_back'), row);
        await row.locator('input[type=file]').setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: await photo(page, 1300) });
        await expect(admin.toast(t('desk.settings.saved'))).toBeVisible();
        await expect(row.getByText(t('desk.site_pictures.own'), { exact: true })).toBeVisible();
        await expect(page, 'the pictures of the site').toFitTheScreen();
        // One tap takes nothing away.
        await back.click();
        await admin.button(t('desk.not_now'), admin.dialog).click();
        await expect(row.getByText(t('desk.site_pictures.own'), { exact: true })).toBeVisible();
        await back.click();
        await admin.button(t('desk.site_pictures.put_back'), admin.dialog).click();
        await expect(admin.toast(t('desk.site_pictures.back'))).toBeVisible();
        await expect(back).toHaveCount(0);
      });
    });
  }
});

const tabOf = ({ page }: Visitor, lang: 'fr' | 'en') => page.getByRole('tab', { name: languages[lang].name });

/** Opens a group of the desk's texts, in the language that is shown. */
const unfold = ({ page }: Visitor, group: string) => page.locator('summary').filter({ has: page.getByRole('heading', { name: group, exact: true }) }).click();
