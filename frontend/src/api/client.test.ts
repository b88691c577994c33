import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { api, ApiError, setStaleHandler, signedInAgain } from './client';

const asked = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = asked;
  setStaleHandler(null);
});

/** A server that answers so, one after the other. */
function answering(...answers: Response[]) {
  globalThis.fetch = () => Promise.resolve(answers.shift() ?? new Response(null, { status: 500 }));
}

const closed = () => Response.json({ code: 'reauthentication_needed', desk: 'closed' }, { status: 403 });

test('a file that a closed desk refuses is asked for again after the sign-in', async () => {
  answering(closed(), new Response('%PDF'));
  let times = 0;
  setStaleHandler((refusal) => {
    assert.equal(refusal.params.desk, 'closed');
    times += 1;
    return Promise.resolve(true);
  });
  assert.equal(await (await api.file('/paper.pdf')).text(), '%PDF');
  assert.equal(times, 1);
});

test('what was asked before a sign-in and is refused after it is asked again, and nobody a second time', async () => {
  setStaleHandler(() => Promise.reject(new Error('asked a second time')));
  const answers = [closed(), Response.json('here')];
  globalThis.fetch = () => {
    signedInAgain();
    return Promise.resolve(answers.shift() ?? new Response(null, { status: 500 }));
  };
  assert.equal(await api.get('/api/admin/customers'), 'here');
});

test('a file that is not given is a refusal and no file', async () => {
  answering(closed());
  setStaleHandler(() => Promise.resolve(false));
  await assert.rejects(api.file('/paper.pdf'), (error) => error instanceof ApiError && error.code === 'reauthentication_needed');
  answering(new Response('<!doctype html>', { status: 404 }));
  await assert.rejects(api.file('/paper.pdf'), { status: 404 });
});

/** An answer that comes in part; then its connection fails as `why`. */
function cutOff(why: unknown, status = 200): Response {
  const start = (body: ReadableStreamDefaultController) => {
    body.enqueue(new TextEncoder().encode('{"count":'));
    body.error(why);
  };
  return new Response(new ReadableStream({ start }), { status });
}

test('an answer that breaks off midway is none', async () => {
  const none = { status: 0, code: 'network_error' };
  answering(cutOff(new TypeError('terminated')), cutOff(new TypeError('terminated')), cutOff(new TypeError('terminated'), 500));
  await assert.rejects(api.get('/api/store/products'), none);
  await assert.rejects(api.file('/paper.pdf'), none);
  await assert.rejects(api.post('/api/orders'), none);
});

test('who gives up while an answer comes is told so', async () => {
  const request = new AbortController();
  globalThis.fetch = () => {
    request.abort();
    return Promise.resolve(cutOff(request.signal.reason));
  };
  await assert.rejects(api.get('/api/store/products', { signal: request.signal }), { name: 'AbortError' });
});

test('an empty answer is one', async () => {
  answering(new Response(null, { status: 204 }));
  assert.equal(await api.delete('/api/wishes/1'), undefined);
});
