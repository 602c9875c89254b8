/** The access token of an ended session gives access to nothing, and the error tells the app why. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { joinPayload, openRawClient } from '#server/realtime/testing/raw-client.ts';
import { startRealServer } from './real-server.ts';

const server = await startRealServer();
afterAll(() => server.stop());

const { anonKey } = v.parse(
  v.object({ anonKey: v.string() }),
  await (await fetch(`${server.origin}/config.json`)).json(),
);
const sessionSchema = v.object({ access_token: v.string() });
const PERSON = { email: 'ann@example.org', password: 'correct horse' };

const ask = (token: string, line: string, body?: unknown): Promise<Response> => {
  const [method = '', path = ''] = line.split(' ');
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${server.origin}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
};

const enter = async (line: string): Promise<string> =>
  v.parse(sessionSchema, await (await ask(anonKey, line, PERSON)).json()).access_token;

async function listen(token: string) {
  const raw = await openRawClient(`${server.origin.replace('http', 'ws')}/realtime/v1`, `apikey=${anonKey}&vsn=2.0.0`);
  const params = { event: '*', schema: 'public', table: 'grocery_items' };
  raw.send('1', '1', 'realtime:list', 'phx_join', joinPayload(token, params));
  await raw.until('system', 'realtime:list');
  return raw;
}

const CALLS = [
  ['GET /rest/v1/grocery_items?select=*', undefined],
  ['POST /rest/v1/grocery_items', { id: 'tea', name: 'Tea' }],
  ['POST /rest/v1/grocery_items?on_conflict=id', { id: 'milk', name: 'Oat milk' }],
  ['PATCH /rest/v1/grocery_items?id=eq.milk', { name: 'Oat milk' }],
  // The statement reads no column, so no policy for reading applies.
  ['PATCH /rest/v1/grocery_items', { name: 'gone', deleted: true }],
  ['POST /rest/v1/categories', { id: 'dairy', name: 'Dairy' }],
  ['POST /rest/v1/saved_lists', { id: 'week', name: 'Week' }],
  ['PATCH /rest/v1/user_profiles?username=eq.ann', { username: 'bob' }],
] as const;

test('[A3] a session that was ended elsewhere reads and writes nothing, and gets an error that says so', async () => {
  const lost = await enter('POST /auth/v1/signup');
  expect((await ask(lost, 'POST /rest/v1/grocery_items', { id: 'milk', name: 'Milk' })).status).toBe(201);
  expect((await ask(lost, 'POST /rest/v1/user_profiles', { username: 'ann' })).status).toBe(201);
  const kept = await enter('POST /auth/v1/token?grant_type=password');
  const [raw, witness] = await Promise.all([listen(lost), listen(kept)]);
  expect((await ask(kept, 'POST /auth/v1/logout?scope=others')).status).toBe(204);

  for (const [line, body] of CALLS) {
    const answer = await ask(lost, line, body);
    expect([line, answer.status, await answer.json()]).toEqual([
      line,
      401,
      {
        code: 'PT401',
        details: null,
        hint: 'session_not_found',
        message: 'This session has ended. Please sign in again.',
      },
    ]);
  }
  expect(await (await ask(kept, 'GET /rest/v1/grocery_items?select=id,name')).json()).toEqual([
    { id: 'milk', name: 'Milk' },
  ]);

  // Another socket of the same account receives the change; this one does not.
  expect((await ask(kept, 'POST /rest/v1/grocery_items', { id: 'rice', name: 'Rice' })).status).toBe(201);
  await witness.until('postgres_changes');
  await wait(200);
  expect(raw.received.filter((frame) => frame[3] === 'postgres_changes')).toEqual([]);
  raw.socket.close();
  witness.socket.close();
});

test('[Y9] the realtime channels of a session close at once when its owner ends it, and no others', async () => {
  const person = { ...PERSON, email: 'bea@example.org' };
  const signIn = async (line: string): Promise<string> =>
    v.parse(sessionSchema, await (await ask(anonKey, line, person)).json()).access_token;
  const lost = await signIn('POST /auth/v1/signup');
  const kept = await signIn('POST /auth/v1/token?grant_type=password');
  const [raw, witness] = await Promise.all([listen(lost), listen(kept)]);
  await ask(kept, 'POST /auth/v1/logout?scope=others');
  await raw.until('phx_close', 'realtime:list');
  expect(
    raw.received.find((frame) => frame[3] === 'system' && JSON.stringify(frame[4]).includes('error'))?.[4],
  ).toMatchObject({
    status: 'error',
    message: 'This session has ended',
  });
  expect(witness.received.filter((frame) => frame[3] === 'phx_close')).toEqual([]);
  raw.socket.close();
  witness.socket.close();
});
