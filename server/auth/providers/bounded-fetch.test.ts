/** Responses of providers are limited in size, and redirects are not followed. */
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { boundedFetch } from '#server/auth/providers/connect-provider.ts';
import { serve } from '#server/auth/providers/testing/serve.ts';

let visits = 0;
const double = await serve(
  new Hono()
    .get('/endless', () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) })))
    .get('/flood', () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) })))
    .get('/most', (c) => c.body(new Uint8Array(256 * 1024)))
    .get('/elsewhere', (c) => c.redirect('/inner'))
    .get('/inner', (c) => {
      visits += 1;
      return c.text('');
    }),
);
afterAll(() => double.close());

/** A long timeout, so that only the behavior under test ends the request. */
const ask = (path: string, timeoutMs = 20_000): Promise<Response> =>
  boundedFetch(`${double.origin}${path}`, {
    method: 'GET',
    headers: {},
    body: null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });

test('[spec-8] an endless response is canceled', async () => {
  await expect(ask('/endless', 500)).rejects.toThrow(/timeout/);
  await expect(ask('/flood')).rejects.toThrow('too large');
});

test('[spec-8] redirects of a provider are not followed', async () => {
  expect((await ask('/elsewhere')).status).toBe(302);
  expect(visits).toBe(0);
});

test('[spec-8] a response of 256 kB is read whole', async () => {
  expect((await (await ask('/most')).arrayBuffer()).byteLength).toBe(256 * 1024);
});
