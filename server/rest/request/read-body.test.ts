/** Bodies that come compressed: whose are unpacked, and how far. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { openDiaries } from '#server/rest/testing/sample-tables.ts';

const bench = await openDiaries();
afterAll(() => bench.database.close());

type Packed = { readonly as: string; readonly body: Buffer; readonly encoding?: string };

async function send({ as, body, encoding = 'gzip' }: Packed) {
  const headers = {
    apikey: bench.tokens.anonKey,
    authorization: `Bearer ${as}`,
    'content-type': 'application/json',
    'content-encoding': encoding,
  };
  const answer = await bench.app.request('/diaries', { method: 'POST', headers, body: new Uint8Array(body) });
  return [answer.status, await answer.text()] as const;
}

const page = (id: number): Buffer => Buffer.from(JSON.stringify({ id, page: 'Käse '.repeat(50) }));
const pageOf = async (id: number): Promise<unknown> =>
  (await bench.ask(`/diaries?select=page&id=eq.${id}`, { as: bench.ann })).json;

describe('a compressed body', () => {
  test('[wire] is inflated for signed-in users', async () => {
    expect(await send({ as: bench.ann, body: gzipSync(page(10)), encoding: ' GZIP ' })).toEqual([201, '']);
    expect(await pageOf(10)).toEqual([{ page: 'Käse '.repeat(50) }]);
  });

  test('[wire] every response has Accept-Encoding: gzip', async () => {
    const answers = [await bench.ask('/diaries', { as: bench.ann }), await bench.ask('/nothing', { as: bench.ann })];
    expect(answers.map(({ headers }) => headers.get('accept-encoding'))).toEqual(['gzip', 'gzip']);
  });

  test('[wire] is not inflated for anonymous callers', async () => {
    const [status, text] = await send({ as: bench.tokens.anonKey, body: gzipSync(page(11)) });
    expect([status, text]).toEqual([400, expect.stringContaining('Empty or invalid json')]);
  });

  test.each([
    [
      'than a body may be',
      gzipSync(Buffer.from(`{"id":12,"page":"${'Käse Brot Milch '.repeat(10_000)}"}`), { level: 1 }),
    ],
    ['than anything honest', gzipSync(Buffer.from(`{"id":12,"page":"${' '.repeat(90_000)}"}`))],
  ])('[wire] that becomes larger %s is 413, and nothing of it is written', async (_, body) => {
    const [status, text] = await send({ as: bench.ann, body });
    expect([status, text]).toEqual([413, expect.stringContaining('100000 bytes')]);
    expect(await pageOf(12)).toEqual([]);
  });

  test.each([
    ['is no such thing', page(13)],
    ['is cut off', gzipSync(page(13)).subarray(0, 40)],
    ['is empty', Buffer.alloc(0)],
  ])('[wire] that %s is 400', async (_, body) => {
    const [status, text] = await send({ as: bench.ann, body });
    expect([status, text]).toEqual([400, expect.stringContaining('Empty or invalid json')]);
  });

  test('[wire] in another encoding is 415, and identity is read unchanged', async () => {
    const [status, text] = await send({ as: bench.ann, body: brotliCompressSync(page(14)), encoding: 'br' });
    expect([status, text]).toEqual([415, expect.stringContaining('Content-Encoding not acceptable: br')]);
    expect((await send({ as: bench.ann, body: page(14), encoding: 'identity' }))[0]).toBe(201);
  });
});
