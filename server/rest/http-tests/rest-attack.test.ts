/** Injection attempts in every part of a request are refused. */
import { afterAll, describe, expect, test } from 'vitest';
import { openDiaries } from '#server/rest/testing/sample-tables.ts';

const bench = await openDiaries();
afterAll(() => bench.database.close());

describe('attacks', () => {
  const payloads = [
    `1; drop table public.canary; --`,
    `1' or '1'='1`,
    `x" from public.canary; drop table public.canary; --`,
    `x') ; drop table public.canary; --`,
    `$1); drop table public.canary; --`,
    `\\'; drop table public.canary; --`,
    `*/ drop table public.canary /*`,
    `$$; drop table public.canary; $$`,
    `(select pg_sleep(10))`,
    `ünïcödé\u0000null`,
    `%00`,
    '('.repeat(3000),
    'a'.repeat(5000),
  ];
  const places: readonly (readonly [string, (text: string) => string])[] = [
    ['value', (text) => `/diaries?page=eq.${encodeURIComponent(text)}`],
    ['list', (text) => `/diaries?page=in.(${encodeURIComponent(text)},"${encodeURIComponent(text)}")`],
    ['filtered column', (text) => `/diaries?${encodeURIComponent(text)}=eq.1`],
    ['quoted column', (text) => `/diaries?${encodeURIComponent(JSON.stringify(text))}=eq.1`],
    ['state', (text) => `/diaries?page=is.${encodeURIComponent(text)}`],
    ['operator', (text) => `/diaries?page=${encodeURIComponent(text)}.1`],
    ['select', (text) => `/diaries?select=${encodeURIComponent(text)}`],
    ['quoted select', (text) => `/diaries?select=${encodeURIComponent(JSON.stringify(text))}`],
    ['alias', (text) => `/diaries?select=${encodeURIComponent(`${JSON.stringify(text)}:id`)}`],
    ['cast', (text) => `/diaries?select=id::${encodeURIComponent(text)}`],
    ['order', (text) => `/diaries?order=${encodeURIComponent(text)}`],
    ['quoted order', (text) => `/diaries?order=${encodeURIComponent(`${JSON.stringify(text)}.desc`)}`],
    ['limit', (text) => `/diaries?limit=${encodeURIComponent(text)}&offset=${encodeURIComponent(text)}`],
    ['table', (text) => `/${encodeURIComponent(text)}`],
    ['function', (text) => `/rpc/${encodeURIComponent(text)}`],
    ['argument', (text) => `/rpc/echo?word=${encodeURIComponent(text)}`],
    ['argument’s name', (text) => `/rpc/echo?${encodeURIComponent(text)}=1`],
  ];

  test.each(places)('[wire] a %s reaches the database only as what it is', async (_, position) => {
    for (const text of payloads) {
      const told = await bench.ask(position(text), { as: bench.ann });
      expect(told.status).toBeLessThan(500);
      expect(told.text).not.toContain('page 3');
      expect(told.text).not.toContain('syntax error');
    }
    expect(await bench.database.sql`select * from public.canary`).toHaveLength(1);
  });

  test('[wire] keys of bodies, columns, on_conflict, profiles and preferences are not injected either', async () => {
    for (const text of payloads) {
      const name = encodeURIComponent(JSON.stringify(text));
      const plain = text.replaceAll(/[^\x20-\x7e]/g, '');
      const asked = [
        bench.ask('/diaries', { as: bench.ann, body: { [text]: 1 } }),
        bench.ask('/diaries', { as: bench.ann, body: { id: 100, page: text, extra: { [text]: text } } }),
        bench.ask(`/diaries?columns=${name}`, { as: bench.ann, body: { id: 101 } }),
        bench.ask(`/diaries?on_conflict=${name}`, {
          as: bench.ann,
          body: { id: 102 },
          headers: { prefer: 'resolution=merge-duplicates' },
        }),
        bench.ask('/rpc/echo', { as: bench.ann, body: { [text]: 1 } }),
        bench.ask('/rpc/echo', { as: bench.ann, body: { word: text } }),
        bench.ask('/diaries', { as: bench.ann, headers: { 'accept-profile': plain } }),
        bench.ask('/diaries', { as: bench.ann, headers: { prefer: `timezone=${plain}`, accept: plain, range: plain } }),
      ];
      for (const told of await Promise.all(asked)) expect(told.status).toBeLessThan(500);
    }
    await bench.ask('/diaries?id=gte.100', { as: bench.ann, method: 'DELETE' });
    expect(await bench.database.sql`select * from public.canary`).toHaveLength(1);
  });

  test('[wire] a caller cannot leave the role of its token', async () => {
    const told = await bench.ask('/rpc/set_config?setting_name=role&new_value=postgres', { as: bench.ann });
    expect(told.status).toBe(404);
    expect((await bench.ask('/users', { as: bench.ann })).status).toBe(404);
  });
});
