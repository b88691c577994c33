// A Stripe on this machine for the tests: it opens payment pages, shows them, and notifies the shop with events that
// Stripe's own library signs.

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import Stripe from 'stripe';
import { StandIn } from './stand-in';

const key = 'sk_test_0123456789abcdefghijklmnop';
const secret = 'whsec_0123456789abcdefghijklmnop';

type Session = Record<string, unknown> & { id: string; success_url: string; cancel_url: string; amount_total: number };

const page = ({ cancel_url, amount_total, name }: Session) => `<!doctype html><html lang="en"><meta name="viewport"
  content="width=device-width"><link rel="icon" href="data:,"><title>Stripe</title><main><h1>${String(name)}</h1><p>${amount_total}</p>
  <form method="post"><button>Pay</button> <button name="silent" value="yes">Pay, and tell nobody</button></form><a href="${cancel_url.replaceAll('&', '&amp;')}">Back</a></main></html>`;

export class StripeStandIn extends StandIn {
  private readonly sessions = new Map<string, Session>();
  private readonly stripe = new Stripe(key);

  /** The options of a shop that is paid through it. */
  get options(): string[] {
    return ['--payments', 'stripe', '--stripe-secret-key', key, '--stripe-webhook-secret', secret, '--stripe-api-base', this.base];
  }

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const id = path.split('/')[path.startsWith('/c/pay/') ? 3 : 4] ?? '';
    const session = this.sessions.get(id);
    if (path === '/v1/checkout/sessions' && request.method === 'POST') {
      assert.equal(request.headers.authorization, `Bearer ${key}`);
      return this.say(answer, this.create(new URLSearchParams(await text(request))));
    }
    if (session === undefined) return void answer.writeHead(404).end('{}');
    if (path.startsWith('/v1/')) {
      if (path.endsWith('/expire')) session['status'] = 'expired';
      return this.say(answer, session);
    }
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      return this.pay(session, form.has('silent'), answer);
    }
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(page(session));
  }

  private create(form: URLSearchParams): Session {
    const id = `cs_test_${this.sessions.size}`;
    const field = (name: string) => form.get(name) ?? '';
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(field('line_items[0][price_data][unit_amount]')),
      currency: field('line_items[0][price_data][currency]'),
      name: field('line_items[0][price_data][product_data][name]'),
      client_reference_id: field('client_reference_id'),
      livemode: false,
      payment_intent: null,
      success_url: field('success_url').replace('{CHECKOUT_SESSION_ID}', id),
      cancel_url: field('cancel_url'),
      url: `${this.base}/c/pay/${id}`,
    };
    this.sessions.set(id, session);
    return session;
  }

  private async pay(session: Session, isSilent: boolean, answer: ServerResponse): Promise<void> {
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}`, url: null });
    if (!isSilent) await this.notify(session);
    answer.writeHead(303, { location: session.success_url }).end();
  }

  private async notify(session: Session): Promise<void> {
    const event = { id: `evt_${session.id}`, object: 'event', type: 'checkout.session.completed', livemode: false, data: { object: session } };
    const payload = JSON.stringify(event);
    const signature = this.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const notify = async () => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const taken = await fetch(new URL('/api/webhooks/stripe', session.success_url), { method: 'POST', headers, body: payload });
      return taken.ok;
    };
    await expect.poll(notify, 'the shop takes the notification').toBe(true);
  }

  private say(answer: ServerResponse, body: object): void {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }
}
