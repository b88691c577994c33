import { expect, test } from './support/test';

const nothing = '00000000-0000-4000-8000-000000000000';

test.describe('what is not there', () => {
  test.describe(() => {
    test.use({ lang: 'en' });

    test('a product', async ({ visitor, page, watch }) => {
      const path = `/product/${nothing}`;
      watch.expects(404, new RegExp(`${path}$`));
      expect((await visitor.open(path)).status()).toBe(404);
      await expect(visitor.title('Product not found')).toBeVisible();
      await expect(visitor.text("We couldn't find the details for this product.")).toBeVisible();
      await visitor.link(visitor.t('product.back')).click();
      await expect(page).toHaveURL('/store');
    });

    test('an order, also of somebody else', async ({ customer, page, watch }) => {
      watch.expects(404, new RegExp(`/api/orders/${nothing}$`));
      await customer.open(`/order/${nothing}`);
      await expect(customer.title('Order Not Found')).toBeVisible();
      await expect(customer.text('We could not find the details of this order or you do not have permission to view it.')).toBeVisible();
      await customer.link(customer.t('order.back')).click();
      await expect(page).toHaveURL('/account?tab=orders');
    });
  });

  test('a page', async ({ visitor, page, watch }) => {
    watch.expects(404, /^\/(no-such-page|Store)$/);
    for (const path of ['/Store', '/no-such-page']) {
      expect((await visitor.open(path)).status()).toBe(404);
      await expect(visitor.title('Página no encontrada')).toBeVisible();
    }
    await visitor.link(visitor.t('nav.store'), visitor.page.locator('main')).click();
    await expect(page).toHaveURL('/store');
  });

  test('a page of the store beyond the last', async ({ visitor, page }) => {
    await visitor.open('/store?page=99');
    await expect(visitor.text('Esta página de la tienda no existe')).toBeVisible();
    await visitor.link(visitor.t('store.show_all')).click();
    await expect(page).toHaveURL('/store');
  });

  test('a payment that nobody made', async ({ visitor, watch }) => {
    watch.expects(404, /check-payment$/);
    await visitor.open(`/success?order_id=${nothing}&session_id=${nothing}`);
    await expect(visitor.title(visitor.t('success.failed_title'))).toBeVisible();
    await visitor.open('/success');
    await expect(visitor.title(visitor.t('success.plain_title'))).toBeVisible();
  });
});
