/** Bodies and names that are made to break a program: a bomb, a flood of keys, another coding, the names of prototypes. */
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestAuth, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { parsePayload } from '#server/rest/request/payload.ts';
import { openDiaries } from '#server/rest/testing/sample-tables.ts';

const bench = await openDiaries();
const auth = await createTestAuth({}, { database: bench.database });
afterAll(() => bench.database.close());

const keys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"key-${i}":${i}`).join(',')}}`;

const signUp = async (body: unknown): Promise<number> => (await auth.request('POST /signup', { body })).status;

describe('[wire] bodies', () => {
  const bombs: readonly (readonly [string, string])[] = [
    ['brackets without end', `${'['.repeat(60_000)}${']'.repeat(60_000)}`],
    ['braces without end', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['ten thousand keys', keys(10_000)],
    ['one endless text', JSON.stringify({ page: 'x'.repeat(2_000_000) })],
    ['one endless key', JSON.stringify({ ['x'.repeat(90_000)]: 1 })],
    ['a number beyond all', '{"id": 1e999999}'],
    ['one endless number', `{"id": ${'9'.repeat(90_000)}}`],
    ['half a surrogate pair', '{"page": "\\ud800"}'],
    ['bytes that are no text', '\u0000\u0001'],
    ['nothing but white space', ' '.repeat(90_000)],
  ];

  test.each(bombs)('%s is refused quickly with a clear error, everywhere', async (_, body) => {
    const begun = performance.now();
    const told = await bench.ask('/diaries', { as: bench.ann, body });
    expect([400, 413]).toContain(told.status);
    expect([400, 413, 422]).toContain(await signUp(body));
    const call = await bench.ask('/rpc/echo', { as: bench.ann, body });
    expect([400, 404, 413]).toContain(call.status);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('anonymous callers and auth accept 64 kB, signed-in users up to 2 MB', async () => {
    const bodyOf = (bytes: number): string => JSON.stringify({ id: 90, page: 'x'.repeat(bytes) });
    expect((await bench.ask('/diaries', { body: bodyOf(64 * 1024) })).status).toBe(413);
    expect((await bench.ask('/diaries', { body: bodyOf(60_000) })).status).toBe(401);
    expect((await bench.ask('/diaries', { as: bench.ann, body: bodyOf(64 * 1024) })).status).toBe(201);
    expect(await signUp(bodyOf(64 * 1024))).toBe(413);
    expect(await signUp(bodyOf(60_000))).toBe(422);
  });

  test('a body with too many values is refused before it is parsed', async () => {
    const text = (count: number): string => `{"id": 91, "extra": [${'1,'.repeat(count)}1]}`;
    expect(parsePayload(text(100_000), undefined, null)).toEqual({
      ok: false,
      failure: { type: 'wrong-body', why: 'too-many-values' },
    });
    expect(await auth.request('POST /signup', { body: text(6_000) })).toMatchObject({
      status: 400,
      json: { message: 'The request body has too many values' },
    });
  });

  test('[H12] numbers that Postgres would write with 100,000 digits each are refused before they reach it', async () => {
    const text = `{"id": 92, "page": [${'1e100000,'.repeat(9_000)}1]}`;
    expect(await bench.ask('/diaries', { as: bench.ann, body: text })).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message: 'The json has a number with too many digits' },
    });
    expect(await auth.request('POST /signup', { body: '{"data": {"a": 1e100000}}' })).toMatchObject({
      status: 400,
      json: { message: 'The request body has a number with too many digits' },
    });
  });

  test('[H12] a text in a column of numbers cannot become a number with 60,000 digits', async () => {
    const write = (columns: object) => bench.ask('/diaries', { as: bench.ann, body: { id: 93, ...columns } });
    expect(await write({ weight: '1e60000' })).toMatchObject({ status: 400, json: { code: 'PGRST102' } });
    expect(await write({ weight: '1.5', page: '1e60000' })).toMatchObject({ status: 201 });
    const change = { as: bench.ann, method: 'PATCH', body: { weight: '1e60000' } };
    expect(await bench.ask('/diaries?id=eq.93', change)).toMatchObject({ status: 400, json: { code: 'PGRST102' } });
  });

  test('an address over its limit is refused before its body is read', async () => {
    const app = auth.beside({
      rateLimits: { verifyByAddress: 1, providerByAddress: 1 },
    });
    for (const path of ['/verify', '/callback']) {
      const post = async () => {
        let isRead = false;
        const body = new ReadableStream(
          {
            pull(controller) {
              isRead = true;
              controller.enqueue(new TextEncoder().encode('{}'));
              controller.close();
            },
          },
          { highWaterMark: 0 },
        );
        // Half duplex is not in the types, but Node's fetch requires it for a stream.
        const init = { method: 'POST', body, duplex: 'half' };
        await app.request(new Request(`http://localhost${path}`, init));
        return isRead;
      };
      expect([path, await post(), await post()]).toEqual([path, true, false]);
    }
  });

  test('ten thousand keys of user metadata are too many', async () => {
    const data: unknown = JSON.parse(keys(10_000));
    expect(await signUp({ email: newEmail(), password: PASSWORD, data })).toBe(413);
  });

  test('the compressed body of an anonymous caller is never inflated', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000, ' ')));
    for (const [app, path] of [
      [bench.app, '/diaries'],
      [auth.app, '/signup'],
    ] as const) {
      const headers = { apikey: bench.tokens.anonKey, 'content-encoding': 'gzip', 'content-type': 'application/json' };
      expect((await app.request(path, { method: 'POST', headers, body: bomb })).status).toBe(400);
    }
  });
});

describe('[wire] prototype property names', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'constructor.prototype'];
  const clean = (): void => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  };

  test.each(names)('%s is an ordinary column name', async (name) => {
    const body = `{"${name}": {"polluted": true}, "id": 77}`;
    const path = encodeURIComponent(name);
    const asked = [
      bench.ask('/diaries', { as: bench.ann, body }),
      bench.ask(`/diaries?columns=${path}`, { as: bench.ann, body }),
      bench.ask(`/diaries?${path}=eq.1`, { as: bench.ann }),
      bench.ask(`/diaries?select=${path}`, { as: bench.ann }),
      bench.ask(`/diaries?order=${path}`, { as: bench.ann }),
      bench.ask(`/${path}`, { as: bench.ann }),
      bench.ask(`/rpc/${path}`, { as: bench.ann, body: {} }),
      bench.ask('/rpc/echo', { as: bench.ann, body }),
      bench.ask('/diaries', { as: bench.ann, headers: { prefer: `${name}=1`, 'accept-profile': name } }),
    ];
    for (const told of await Promise.all(asked)) expect([400, 404, 406]).toContain(told.status);
    clean();
  });

  test('they do not reach an account through its metadata', async () => {
    const email = newEmail();
    const data = Object.fromEntries(names.map((name) => [name, { polluted: true, role: 'service_role' }]));
    const body = `{"email":"${email}","password":"${PASSWORD}","__proto__":{"role":"x"},"data":${JSON.stringify(data)}}`;
    const { status, json } = await auth.request('POST /signup', { body });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({ role: 'authenticated' });
    const hostile = `{"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}`;
    expect((await auth.request('PUT /user', { token: json.access_token, body: hostile })).status).toBe(200);
    clean();
  });
});
