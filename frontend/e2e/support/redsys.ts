// A Redsys on this machine for the tests: it checks the form, asks whether to pay, tells the shop, and leads back.

import assert from 'node:assert/strict';
import { createCipheriv, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { StandIn } from './stand-in';

const merchant = '999008881';
const key = 'sq7HjrUOBfKmC576ILgskD5srU870gJ7';
const version = 'HMAC_SHA512_V2';

type Order = Record<string, string>;

/** The order number, enciphered, is in base64 the key of what is said about the order. */
function sign(number: string, parameters: string): string {
  const cipher = createCipheriv('aes-128-cbc', key.slice(0, 16), Buffer.alloc(16));
  const own = Buffer.concat([cipher.update(number), cipher.final()]).toString('base64');
  return createHmac('sha512', own).update(parameters).digest('base64url');
}

const page = (number: string, cents: string) => `<!doctype html><html lang="en"><meta name="viewport"
  content="width=device-width"><link rel="icon" href="data:,"><title>Bank</title><main><h1>${cents}</h1>
  <form method="post" action="/decide/${number}"><button name="response" value="0000">Pay</button>
  <button name="response" value="0190">Deny</button></form></main></html>`;

export class Bank extends StandIn {
  private readonly orders = new Map<string, Order>();

  /** The options of a shop that is paid here. */
  get options(): string[] {
    const terminal = ['--redsys-merchant-code', merchant, '--redsys-terminal', '1', '--redsys-key', key];
    return ['--payments', 'redsys', ...terminal, '--redsys-api-base', this.base];
  }

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    if (request.url === '/sis/realizarPago') return this.take(form, answer);
    const number = request.url?.split('/decide/')[1] ?? '';
    const order = this.orders.get(number);
    if (order === undefined) return void answer.writeHead(404).end();
    const response = form.get('response') ?? '';
    await this.tell(number, order, response);
    const back = response === '0000' ? order['DS_MERCHANT_URLOK'] : order['DS_MERCHANT_URLKO'];
    answer.writeHead(303, { location: back }).end();
  }

  private take(form: URLSearchParams, answer: ServerResponse): void {
    const parameters = form.get('Ds_MerchantParameters') ?? '';
    const order = JSON.parse(Buffer.from(parameters, 'base64url').toString()) as Order;
    const { DS_MERCHANT_ORDER: number = '', DS_MERCHANT_AMOUNT: cents = '' } = order;
    const isSigned = form.get('Ds_Signature') === sign(number, parameters) && form.get('Ds_SignatureVersion') === version;
    if (!isSigned || this.orders.has(number)) return void answer.writeHead(400).end(isSigned ? 'SIS0051' : 'SIS0042');
    this.orders.set(number, order);
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(page(number, cents));
  }

  private async tell(number: string, order: Order, response: string): Promise<void> {
    const said = {
      Ds_Amount: order['DS_MERCHANT_AMOUNT'], Ds_Currency: order['DS_MERCHANT_CURRENCY'], Ds_Order: number,
      Ds_MerchantCode: merchant, Ds_Terminal: '001', Ds_Response: response, Ds_TransactionType: '0',
      Ds_AuthorisationCode: '052029',
    };
    const parameters = Buffer.from(JSON.stringify(said)).toString('base64url');
    const body = new URLSearchParams({
      Ds_SignatureVersion: version,
      Ds_MerchantParameters: parameters,
      Ds_Signature: sign(number, parameters),
    });
    const answer = await fetch(order['DS_MERCHANT_MERCHANTURL'] ?? '', { method: 'POST', body });
    assert.equal(answer.status, 200, await answer.text());
  }
}
