import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { asCustomer } from './buyer';
import { story, type World } from './visitor';

const nothing = '00000000-0000-4000-8000-000000000000';

export const missing = (world: () => World) =>
  describe('what is not there', () => {
    story(world, 'a product', { lang: 'en' }, async (visitor) => {
      const path = `/product/${nothing}`;
      visitor.expects(404, new RegExp(`${path}$`));
      assert.equal((await visitor.open(path)).status(), 404);
      await visitor.seesPage('Product not found');
      await visitor.sees("We couldn't find the details for this product.");
      await visitor.link(visitor.t('product.back')).click();
      await visitor.arrivesAt('/store');
    });

    story(world, 'an order, also of somebody else', { lang: 'en', cookies: 'session' }, async (visitor) => {
      await asCustomer(visitor, 'en');
      visitor.expects(404, new RegExp(`/api/orders/${nothing}$`));
      await visitor.open(`/order/${nothing}`);
      await visitor.seesPage('Order Not Found');
      await visitor.sees('We could not find the details of this order or you do not have permission to view it.');
      await visitor.link(visitor.t('order.back')).click();
      await visitor.arrivesAt('/account?tab=orders');
    });

    story(world, 'a page', {}, async (visitor) => {
      visitor.expects(404, /^\/(no-such-page|Store)$/);
      for (const path of ['/Store', '/no-such-page']) {
        assert.equal((await visitor.open(path)).status(), 404);
        await visitor.seesPage('Página no encontrada');
      }
      await visitor.link(visitor.t('nav.store'), visitor.page.locator('main')).click();
      await visitor.arrivesAt('/store');
    });

    story(world, 'a page of the store beyond the last', {}, async (visitor) => {
      await visitor.open('/store?page=99');
      await visitor.sees('Esta página de la tienda no existe.');
      await visitor.link(visitor.t('store.show_all')).click();
      await visitor.arrivesAt('/store');
    });

    story(world, 'a payment that nobody made', {}, async (visitor) => {
      visitor.expects(404, /check-payment$/);
      await visitor.open(`/success?order_id=${nothing}&session_id=${nothing}`);
      await visitor.seesPage(visitor.t('success.failed_title'));
      await visitor.open('/success');
      await visitor.seesPage(visitor.t('success.plain_title'));
    });
  });
