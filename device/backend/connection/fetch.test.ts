/** How the header `Retry-After` is read, and when bodies are compressed. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createCompressedFetch, readRetryAfterMs } from './fetch.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const read = (headers: Record<string, string>): number | null => readRetryAfterMs(new Response(null, { headers }), NOW);

test('[Y4] a backend asks to wait a number of seconds, or until a date', () => {
  expect(read({ 'retry-after': '120' })).toBe(120_000);
  expect(read({ 'retry-after': 'Sat, 21 Nov 2026 08:00:30 GMT' })).toBe(30_000);
  expect(read({ 'retry-after': 'Sat, 21 Nov 2026 07:00:00 GMT' })).toBe(0);
});

test('[Y4] a date is compared with the clock of the backend, because the clock of the device may be wrong', () => {
  const headers = { date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 09:00:05 GMT' };
  expect(read(headers)).toBe(5000);
});

test('[Y4] other answers do not ask to wait', () => {
  expect([
    read({}),
    read({ 'retry-after': '-5' }),
    read({ 'retry-after': 'soon' }),
    read({ 'retry-after': '1.5' }),
  ]).toEqual([null, null, null, null]);
});

const LONG = JSON.stringify(Array.from({ length: 100 }, (_, at) => ({ id: `i${at}`, name: 'Käse' })));
const SAYS_GZIP = { headers: { 'accept-encoding': 'gzip' } };

type Sent = { readonly encoding: string | null; readonly text: string; readonly bytes: number };

/** A backend that gives these answers in turn, and then repeats the last one. Status 0 means a broken connection, and -1 a timeout. */
function setUp(...answers: readonly (readonly [status: number, init?: ResponseInit])[]) {
  const sent: Sent[] = [];
  const ask = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    const body = new Uint8Array(await new Response(init.body).arrayBuffer());
    const encoding = new Headers(init.headers).get('content-encoding');
    const text = (encoding === 'gzip' ? gunzipSync(body) : Buffer.from(body)).toString();
    sent.push({ encoding, text, bytes: body.length });
    const [status, said] = answers[Math.min(sent.length, answers.length) - 1] ?? [500];
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status === -1) throw new DOMException('Too late.', 'TimeoutError');
    return new Response('[]', { ...said, status });
  };
  const packed = createCompressedFetch(ask);
  const post = async (body: string): Promise<number> =>
    (await packed('https://list.example', { method: 'POST', body, headers: { prefer: 'x' } })).status;
  return { post, sent, encodings: () => sent.map(({ encoding }) => encoding) };
}

describe('a long body', () => {
  test('[wire] is compressed once the backend has announced support', async () => {
    const { post, sent, encodings } = setUp([200, SAYS_GZIP]);
    for (const body of [LONG, LONG]) await post(body);
    expect([encodings(), sent.map(({ text }) => text)]).toEqual([
      [null, 'gzip'],
      [LONG, LONG],
    ]);
    expect(sent[1]?.bytes).toBeLessThan(LONG.length / 3);
  });

  test('[wire] is not compressed for a backend that announces nothing, such as the hosted one', async () => {
    const { post, encodings } = setUp([200]);
    for (const body of [LONG, LONG]) await post(body);
    expect(encodings()).toEqual([null, null]);
  });

  test('[wire] is not compressed if the browser cannot compress', async () => {
    const { post, encodings } = setUp([200, SAYS_GZIP]);
    await post(LONG);
    const known = globalThis.CompressionStream;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    await post(LONG);
    Object.assign(globalThis, { CompressionStream: known });
    expect(encodings()).toEqual([null, null]);
  });

  test.each([400, 413, 415])(
    '[Y4] that is refused with %i is sent again uncompressed, because the rows may be valid',
    async (status) => {
      const { post, encodings } = setUp([200, SAYS_GZIP], [status, SAYS_GZIP], [201, SAYS_GZIP]);
      await post(LONG);
      expect(await post(LONG)).toBe(201);
      await post(LONG);
      expect(encodings()).toEqual([null, 'gzip', null, null]);
    },
  );

  test.each([401, 403, 409, 429, 500])('[Y4] that the backend answers with %i is not sent again', async (status) => {
    const { post, encodings } = setUp([200, SAYS_GZIP], [status, SAYS_GZIP], [201, SAYS_GZIP]);
    await post(LONG);
    expect(await post(LONG)).toBe(status);
    await post(LONG);
    expect(encodings()).toEqual([null, 'gzip', 'gzip']);
  });

  test.each([403, 406, 501])('[Y4] that a proxy answers with %i is sent uncompressed from then on', async (status) => {
    const { post, encodings } = setUp([200, SAYS_GZIP], [status], [200, SAYS_GZIP]);
    await post(LONG);
    expect(await post(LONG)).toBe(status);
    for (const body of [LONG, LONG]) await post(body);
    expect(encodings()).toEqual([null, 'gzip', null, null]);
  });

  test('[Y4] whose connection breaks is sent again uncompressed, and so are all later ones', async () => {
    const { post, encodings } = setUp([200, SAYS_GZIP], [0], [201, SAYS_GZIP]);
    await post(LONG);
    expect(await post(LONG)).toBe(201);
    await post(LONG);
    expect(encodings()).toEqual([null, 'gzip', null, null]);
  });

  test('[Y6] that takes too long is not sent again uncompressed, which would take longer', async () => {
    const { post, encodings } = setUp([200, SAYS_GZIP], [-1], [201, SAYS_GZIP]);
    await post(LONG);
    await expect(post(LONG)).rejects.toThrow('Too late.');
    await post(LONG);
    expect(encodings()).toEqual([null, 'gzip', 'gzip']);
  });

  test('[wire] that failed without a network is compressed once there is one', async () => {
    const { post, encodings } = setUp([200, SAYS_GZIP], [0], [0], [201, SAYS_GZIP]);
    await post(LONG);
    await expect(post(LONG)).rejects.toThrow('Failed to fetch');
    await post(LONG);
    expect(encodings()).toEqual([null, 'gzip', null, 'gzip']);
  });
});

test('[wire] a short body is not compressed', async () => {
  const { post, encodings } = setUp([200, SAYS_GZIP]);
  for (const body of ['[]', '[]']) await post(body);
  expect(encodings()).toEqual([null, null]);
});
