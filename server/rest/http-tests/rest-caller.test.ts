/** Accepted and refused callers of the REST API, and the rows that each can read. */
import { afterAll, describe, expect, test } from 'vitest';
import { createRest } from '#server/rest/rest.ts';
import { openDiaries } from '#server/rest/testing/sample-tables.ts';
import { ANN, signIn } from '#server/rest/testing/test-rest.ts';

const bench = await openDiaries();
afterAll(() => bench.database.close());

describe('callers', () => {
  test('[wire] users see only their own rows, and the service role sees all', async () => {
    const seen = async (as: string): Promise<unknown> => (await bench.ask('/diaries?select=id&order=id', { as })).json;
    expect(await seen(bench.ann)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await seen(bench.bob)).toEqual([{ id: 3 }]);
    expect(await seen(bench.tokens.serviceRoleKey)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('[wire] the anonymous key is refused with 401, and a user without the right with 403', async () => {
    const anonymous = await bench.ask('/diaries');
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(anonymous.json).toMatchObject({ code: '42501', message: 'permission denied for table diaries' });
    expect((await bench.ask('/canary', { as: bench.ann })).status).toBe(403);
  });

  test('[wire] a request without a key is refused', async () => {
    const response = await bench.app.request('/diaries');
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
  });

  test('[wire] the key can be a header or a parameter, alone', async () => {
    const { serviceRoleKey } = bench.tokens;
    expect((await bench.app.request('/diaries', { headers: { apikey: serviceRoleKey } })).status).toBe(200);
    expect((await bench.app.request(`/diaries?id=eq.1&apikey=${serviceRoleKey}`)).status).toBe(200);
    const wrong = await bench.app.request('/diaries', { headers: { apikey: 'sb_publishable_wrong' } });
    expect([wrong.status, await wrong.json()]).toEqual([401, expect.objectContaining({ message: 'Invalid API key' })]);
  });

  test('[wire] a user’s token takes precedence over the key', async () => {
    const headers = { apikey: bench.tokens.serviceRoleKey, authorization: `bearer ${bench.ann}` };
    expect(await (await bench.app.request('/diaries?select=id', { headers })).json()).toHaveLength(2);
  });

  test('[wire] an expired token is PGRST303', async () => {
    const told = await bench.ask('/diaries', { as: await signIn(bench.tokens, ANN, -3600) });
    expect([told.status, told.json]).toEqual([
      401,
      { code: 'PGRST303', details: null, hint: null, message: 'JWT expired' },
    ]);
    expect(told.headers.get('www-authenticate')).toBe('Bearer error="invalid_token", error_description="JWT expired"');
  });

  test.each(['', 'nonsense', 'a.b.c', 'null', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.'])(
    '[wire] the token %j is PGRST301',
    async (as) => {
      const told = await bench.ask('/diaries', { as });
      expect([told.status, told.json]).toEqual([401, expect.objectContaining({ code: 'PGRST301' })]);
      expect(told.headers.get('www-authenticate')).toContain('invalid_token');
    },
  );

  test('[wire] an unavailable database is 503', async () => {
    const lost = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const away = { ...bench.database, runAs: () => Promise.reject(lost) };
    const settings = { schemas: ['public'], anonRole: 'anon', maxRows: 1000, connections: 10, maxBodyBytes: 1000 };
    const app = createRest({ database: away, tokens: bench.tokens, settings });
    const response = await app.request('/diaries', { headers: { apikey: bench.tokens.anonKey } });
    expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ code: 'PGRST001' })]);
  });
});
