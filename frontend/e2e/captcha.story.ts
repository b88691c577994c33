// Forms of accounts where a service tells people from programs: a shop of their own, and a service that stands in.

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe } from 'node:test';
import { stranger } from './buyer';
import { linkIn } from './mail';
import { Shop } from './shop';
import { StandIn } from './stand-in';
import { story, type Visitor, type World } from './visitor';

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

export const captcha = (world: () => World) =>
  describe('a service that tells people from programs', () => {
    const service = new Service();
    let shop: Shop | undefined;
    const own = (): World => {
      assert(shop, 'the shop is open');
      return { ...world(), shop };
    };

    before(async () => {
      await service.open();
      const keys = ['--captcha-site-key', 'key', '--captcha-secret', 'secret', '--captcha-api-base', service.base];
      shop = await Shop.open('--captcha', 'turnstile', ...keys);
    });
    after(async () => {
      await shop?.close();
      service.close();
    });

    for (const lang of ['es', 'ar'] as const) {
      story(own, `is asked on the forms of accounts, in ${lang}`, { lang }, async (visitor) => {
        visitor.mayAsk(service.base);
        visitor.expects(400, /^\/api\/auth\/token/);
        await allForms(visitor);
      });
    }
    story(own, 'is met on no other page', {}, elsewhere);
  });

const proof = ({ page, lang }: Visitor) =>
  page.frameLocator('.captcha__frame').getByRole('button', { name: `person key ${lang}` });

async function allForms(visitor: Visitor): Promise<void> {
  const { page, t, shop } = visitor;
  const person = stranger();
  await visitor.open('/register');
  await visitor.field(t('field.name')).fill(person.name);
  await visitor.field(t('field.email')).fill(person.email);
  await visitor.field(t('field.password')).fill(person.password);
  await visitor.button(t('register.submit')).click();
  // Nobody has pressed the button of the service.
  await visitor.sees(t('error.captcha_failed'));
  await proof(visitor).click();
  await visitor.button(t('register.submit')).click();
  await visitor.arrivesAt(/^\/check-email/);

  await visitor.open('/login');
  await visitor.field(t('field.email')).fill(person.email);
  await visitor.field(t('field.password')).fill('not the password');
  await proof(visitor).click();
  await visitor.button(t('login.submit')).click();
  await visitor.sees(t('error.invalid_credentials'));
  // The token was used up, and the widget told so.
  await page.frameLocator('.captcha__frame').locator('button[data-renewed]').waitFor();
  await visitor.field(t('field.password')).fill(person.password);
  await proof(visitor).click();
  await visitor.button(t('login.submit')).click();
  await visitor.sees(t('login.unconfirmed'));

  await visitor.open('/recover');
  await visitor.field(t('field.email')).fill(person.email);
  await proof(visitor).click();
  await visitor.button(t('mailed.send')).click();
  await visitor.sees(t('mailed.how'));
  assert.match(linkIn(await shop.mails.await(person.email, '')), /#token_hash=/);
}

/** Every visitor is watched for hosts that are not the shop's. */
async function elsewhere(visitor: Visitor): Promise<void> {
  for (const path of ['/', '/store', '/contact']) {
    await visitor.open(path);
    assert.equal(await visitor.page.locator('iframe').count(), 0, path);
  }
  await visitor.open('/cookies');
  await visitor.sees('Cloudflare Turnstile');
}
