// Forms of accounts where a service tells people from programs: a shop of their own, and a service that stands in.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { stranger } from './support/buyer';
import { linkIn } from './support/mail';
import { StandIn } from './support/stand-in';
import { at, expect, test as base } from './support/test';
import type { Visitor } from './support/visitor';

/** Draws a button; who presses it gets a token, and another after that one was sent. */
const widget = `{
  let given = 0;
  window.turnstile = {
    render(place, { sitekey, language, callback }) {
      const button = document.createElement('button');
      button.textContent = 'person ' + sitekey + ' ' + language;
      button.addEventListener('click', () => callback('token-' + ++given + '-' + Math.random()));
      place.append(button);
      return 'widget';
    },
    reset() { document.querySelector('button').dataset.renewed = 'true'; },
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]();
}`;

/** A service that takes each token once. */
class Service extends StandIn {
  private readonly seen: string[] = [];

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/turnstile/v0/api.js')) {
      return void answer.setHeader('Content-Type', 'text/javascript').setHeader('Cross-Origin-Resource-Policy', 'cross-origin').end(widget);
    }
    let text = '';
    for await (const part of request) text += String(part);
    const form = new URLSearchParams(text);
    const token = form.get('response') ?? '';
    const isGood = form.get('secret') === 'secret' && token.startsWith('token-') && !this.seen.includes(token);
    this.seen.push(token);
    answer.setHeader('Content-Type', 'application/json');
    answer.end(JSON.stringify({ success: isGood, 'error-codes': isGood ? [] : ['timeout-or-duplicate'] }));
  }
}

const test = base.extend<object, { service: Service }>({
  service: [
    async ({}, use) => {
      const service = new Service();
      await service.open();
      await use(service);
      service.close();
    },
    { scope: 'worker' },
  ],
  shopOptions: [
    ({ service }, use) => use(['--captcha', 'turnstile', '--captcha-site-key', 'key', '--captcha-secret', 'secret', '--captcha-api-base', service.base]),
    { scope: 'worker' },
  ],
});

test.describe('a service that tells people from programs', () => {
  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`is asked on the forms of accounts, in ${lang}`, async ({ visitor, page, shop, t, watch, service }) => {
        watch.mayAsk(service.base);
        watch.expects(400, /^\/api\/auth\/token/);
        const person = stranger();
        await visitor.open('/register');
        await visitor.field(t('field.name')).fill(person.name);
        await visitor.field(t('field.email')).fill(person.email);
        await visitor.field(t('field.password')).fill(person.password);
        await visitor.button(t('register.submit')).click();
        // Nobody has pressed the button of the service.
        await expect(visitor.text(t('error.captcha_failed'))).toBeVisible();
        await proof(visitor).click();
        await visitor.button(t('register.submit')).click();
        await expect(page).toHaveURL(at(/^\/check-email/));

        await visitor.open('/login');
        await visitor.field(t('field.email')).fill(person.email);
        await visitor.field(t('field.password')).fill('not the password');
        await proof(visitor).click();
        await visitor.button(t('login.submit')).click();
        await expect(visitor.text(t('error.invalid_credentials'))).toBeVisible();
        // The token was used up, and the widget told so.
        await expect(page.frameLocator('.captcha__frame').locator('button[data-renewed]')).toBeVisible();
        await visitor.field(t('field.password')).fill(person.password);
        await proof(visitor).click();
        await visitor.button(t('login.submit')).click();
        await expect(visitor.text(t('login.unconfirmed'))).toBeVisible();

        await visitor.open('/recover');
        await visitor.field(t('field.email')).fill(person.email);
        await proof(visitor).click();
        await visitor.button(t('mailed.send')).click();
        await expect(visitor.text(t('mailed.how'))).toBeVisible();
        expect(linkIn(await shop.mails.await(person.email, ''))).toMatch(/#token_hash=/);
      });
    });
  }

  // Every visitor is watched for hosts that are not the shop's.
  test('is met on no other page', async ({ visitor, page }) => {
    for (const path of ['/', '/store', '/contact']) {
      await visitor.open(path);
      await expect(page.locator('iframe'), path).toHaveCount(0);
    }
    await visitor.open('/cookies');
    await expect(visitor.text('Cloudflare Turnstile')).toBeVisible();
  });
});

const proof = ({ page, lang }: Visitor) =>
  page.frameLocator('.captcha__frame').getByRole('button', { name: `person key ${lang}` });
