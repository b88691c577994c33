// Complaining, and being answered: from a telephone without scripts to the desk, with what the law asks in between.

import { expect, phone, test } from './support/test';

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ lang, viewport: phone });

    test(`a shopper complains without scripts on a phone, and the owner answers in time, in ${lang}`, async ({ admin, another, page, shop, t }) => {
      const email = `complaint-${lang}@example.com`;
      const shopper = await another({ javaScriptEnabled: false, viewport: phone, lang });
      await shopper.page.goto('/contact');
      await shopper.readsIn(lang);
      await expect(shopper.field(t('contact.order')), 'a message is about no order').toBeHidden();
      await shopper.page.locator('select[name=kind]').selectOption('complaint');
      await shopper.field(t('contact.order')).fill('2026-0007');
      await shopper.field(t('field.name')).fill('Núria Puig');
      await shopper.field(t('field.email')).fill(email);
      await shopper.field(t('contact.message')).fill('El cilindro llegó roto.');
      await expect(shopper.page, 'the form').toFitTheScreen();
      await shopper.button(t('contact.send')).click();
      const receipt = shopper.page.locator('.receipt');
      await expect(receipt.getByText(t('complaint.title'))).toBeVisible();
      await expect(receipt).toContainText('El cilindro llegó roto.');
      const key = (await receipt.locator('.receipt__key').innerText()).trim();
      expect(key).toMatch(/^R-\d{4}-\d{4}$/);
      await expect(shopper.page, 'the receipt').toFitTheScreen();
      const mail = await shop.mails.await(email, key);
      expect(mail.text).toContain('El cilindro llegó roto.');

      // The menu leads to where a complaint waits.
      await admin.open('/admin');
      await admin.link(t('desk.place.inbox'), page.getByRole('navigation')).click();
      await expect(page).toHaveURL('/admin/inbox/messages');
      await page.getByRole('link', { name: t('desk.inbox.view.complaints') }).click();
      await expect(page).toHaveURL('/admin/inbox/messages?kind=complaint');
      const row = page.locator('.desk-inquiry').filter({ hasText: key });
      await expect(page.locator('.desk-switch .desk-waiting').last(), 'it waits in that list').toBeVisible();
      await expect(row.locator('.desk-due')).toHaveText(t('desk.inbox.due_left', { count: 15 }));
      await expect(page, 'the list').toFitTheScreen();
      await row.click();
      await expect(admin.text(t('desk.inbox.complaint', { key }))).toBeVisible();
      await expect(admin.text(t('desk.inbox.delete_later'))).toBeVisible();
      await expect(admin.button(t('desk.inbox.delete'))).toHaveCount(0);
      await admin.button(t('desk.inbox.become.closed')).click();
      await expect(admin.dialog.getByText(t('desk.inbox.end_text'))).toBeVisible();
      await expect(page).toBeAccessible();
      await admin.button(t('desk.not_now'), admin.dialog).click();
      await admin.field(t('desk.inbox.reply_label')).fill('Te lo cambiamos mañana.');
      await admin.button(t('desk.inbox.reply')).click();
      await expect(admin.toast(t('desk.inbox.reply_done'))).toBeVisible();
      // It stays as long as a mouse rests on it, in front of what comes last on the page.
      await admin.button(t('common.close'), page.locator('.toast')).click();
      await expect(page.getByText(t('desk.inbox.ended.answer'))).toBeVisible();
      await admin.button(t('desk.inbox.delete')).click();
      await expect(admin.dialog.getByText(t('desk.inbox.delete_text_complaint', { key }))).toBeVisible();
      await admin.button(t('desk.not_now'), admin.dialog).click();
      await expect(page, 'the conversation').toFitTheScreen();
      await expect(page).toBeAccessible();
      const answer = await shop.mails.await(email, 'Re: ');
      expect(answer.subject).toContain(key);
      expect(answer.text).toContain('Te lo cambiamos mañana.');
    });

    test(`with scripts the receipt takes the form's place, in ${lang}`, async ({ visitor, page, t }) => {
      await visitor.open('/contact');
      await page.locator('select[name=kind]').selectOption('complaint');
      await visitor.field(t('field.name')).fill('Núria Puig');
      await visitor.field(t('field.email')).fill(`scripts-${lang}@example.com`);
      await visitor.field(t('contact.message')).fill('Nadie contesta.');
      await expect(page).toBeAccessible();
      await visitor.button(t('contact.send')).dblclick();
      const receipt = page.locator('.receipt');
      await expect(receipt).toBeFocused();
      await visitor.link(t('inquiry.another')).dispatchEvent('click', { detail: 2 });
      await expect(receipt, 'the second half of a double click presses nothing of the receipt').toBeFocused();
      await expect(receipt.locator('.receipt__key')).toHaveText(/^R-\d{4}-\d{4}$/);
      await expect(page, 'the receipt').toFitTheScreen();
      await expect(page).toBeAccessible();
      await visitor.link(t('inquiry.another')).click();
      await expect(visitor.field(t('contact.message'))).toHaveValue('');
    });
  });
}
