// The owner of a shop that cannot tell its visitors apart, behind a proxy of which nobody told it.

import { langCodes } from './support/texts';
import { expect, phone, test } from './support/test';

// Another proxy is known, so this shop is of this file's tests alone.
test.use({ viewport: phone, shopOptions: ['--trusted-proxies', '10.9.9.9'] });

for (const lang of langCodes) {
  test.describe(() => {
    test.use({ lang });

    test(`the desk says that all visitors count as one, in ${lang}`, async ({ admin, page, t, look }) => {
      await page.request.get('/', { headers: { 'x-forwarded-for': '203.0.113.7' } });
      await admin.open('/admin');
      await expect(admin.text(t('desk.trouble.proxy_unknown'))).toBeVisible();
      await look('a warning at the desk');
    });
  });
}
