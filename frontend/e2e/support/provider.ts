// A real OpenID Connect provider that people of the tests sign in at: it asks for an address and believes it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

const client = { client_id: 'manetes', client_secret: 'the secret of the shop' };

/** The setting of a shop where people may sign in at `issuer`. */
export const providerSetting = (issuer: string) =>
  JSON.stringify([{ id: 'acme', name: 'Acme', issuer, ...client, domains: ['acme.example'] }]);

const page = (uid: string) => `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Acme</title><main>
  <form method="post" action="/interaction/${uid}">
    <label>Address <input name="login"></label>
    <button name="answer" value="yes">Allow</button> <button name="answer" value="no">Deny</button>
  </form></main></html>`;

/** Everybody who has an address; one that begins with `unverified` is not confirmed. */
async function findAccount(_: KoaContextWithOIDC, id: string) {
  const claims = async () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified'), name: 'Núria Puig' });
  return { accountId: id, claims };
}

/** Starts a provider at `issuer`, for a shop. */
export async function startProvider(issuer: string, shop: string): Promise<Server> {
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [`${shop}/api/auth/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount,
    // Whoever signs in has nothing more to allow.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const others = provider.callback();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void others(request, response);
  });
  server.listen(Number(new URL(issuer).port));
  await once(server, 'listening');
  return server;
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    const { uid } = await provider.interactionDetails(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page(uid));
    return;
  }
  const form = new URLSearchParams(await text(request));
  const isAllowed = form.get('answer') === 'yes';
  const result = isAllowed ? { login: { accountId: form.get('login') ?? '' } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
