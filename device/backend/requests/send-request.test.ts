/** The steps of a request of an open list, and what its answers are taken for. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { ANN, answerTo, json, openFakeList, openFakeServer, session, type Answer } from '#test/backend/fake-server.ts';

const TABLE = 'GET /rest/v1/grocery_items';
const busy = (status: number, headers: Record<string, string> = {}): Answer => json(null, status, headers);
const refusal = (code: string): Answer => json({ code, message: 'permission denied for ann@example.org' }, 403);

test('[spec-8] a sync failure is logged with its code, again only after another answer', async () => {
  const answers: Answer[] = ['no network', 'no network', refusal('42501'), json([]), refusal('42501'), 'no network'];
  const { pull, logged } = openFakeList(({ call }) => (call === TABLE ? answers.shift() : undefined));
  for (let left = answers.length; left > 0; left -= 1) await pull('items', 7);
  expect(logged).toEqual(['sync failed transient', 'sync failed 42501', 'sync failed 42501', 'sync failed transient']);
});

test('[spec-8] what is logged is a code, and nothing about the account', async () => {
  const { pull, logged } = openFakeList(({ call }) => (call === TABLE ? refusal('ann@example.org') : undefined));
  await pull('items', 7);
  expect(logged).toEqual(['sync failed refused']);
});

test('[Y9] a closed list sends nothing', async () => {
  const { pull, close, calls } = openFakeList();
  close();
  expect(await pull('items', 7)).toEqual(fail({ type: 'transient' }));
  expect(calls()).toEqual([]);
});

test.each([
  ['429', '30', 30_000],
  ['503', '2', 2000],
])('[Y4] an answer %s that asks to wait %s seconds says so to the sync', async (status, seconds, retryAfterMs) => {
  const { pull } = openFakeList(({ call }) =>
    call === TABLE ? busy(Number(status), { 'retry-after': seconds }) : undefined,
  );
  expect(await pull('items', 7)).toMatchObject(fail({ type: 'transient', retryAfterMs }));
});

test('[Y4] an address of the backend that a busy server does not answer is asked for again only after its wait', async () => {
  const answers = [busy(503, { 'retry-after': '60' })];
  const { pull, realtime, askedOf, clock } = openFakeList(({ call }) =>
    call === 'GET /config.json' ? answers.shift() : undefined,
  );
  const stop = realtime.subscribe(() => undefined);
  expect(await pull('items', 7)).toEqual(fail({ type: 'transient', retryAfterMs: 60_000 }));
  clock.advance(59_000);
  await quiet();
  expect(askedOf('GET /config.json')).toHaveLength(1);
  expect(await pull('items', 7)).toMatchObject({ ok: true });
  stop();
});

test('[Y4] the answer to the repeated request counts, not that to the first', async () => {
  const answers = [json({ message: 'JWT expired' }, 401, { 'retry-after': '90' }), busy(503)];
  const { pull, values, clock } = openFakeList(({ call }) => {
    if (call === 'POST /auth/v1/token') return json(session(ANN, 2));
    return call === TABLE ? answers.shift() : undefined;
  });
  // A token that was issued half an hour ago.
  const kept = { ...session(ANN), expires_at: Math.floor(clock.now() / 1000) + 1800 };
  values.set('checklist.session', JSON.stringify(kept));
  expect(await pull('items', 7)).toEqual(fail({ type: 'transient' }));
  expect(answers).toEqual([]);
});

test('[spec-8] a sign-up succeeds if profile and categories cannot be created, and logs it', async () => {
  const { accounts, logged } = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/signup') return json(session(ANN));
    return call.startsWith('POST /rest/') ? json({ code: '42501', message: 'permission denied' }, 403) : undefined;
  });
  expect(await accounts.signUp({ email: 'ann@example.org', password: 'abc123' })).toEqual(ok(ANN));
  expect(logged.toSorted()).toEqual(['default categories not created 42501', 'profile not created 42501']);
});

describe('the connection', () => {
  test.each([
    ['404', true, () => json({ message: 'No.' }, 404)],
    ['429', true, () => json({ message: 'No.' }, 429)],
    ['500', false, () => json({ message: 'No.' }, 500)],
    ['503', false, () => new Response('away', { status: 503 })],
    ['nothing', false, () => 'no network' as const],
  ])('[Y6] after an answer with %s is there: %j', async (_, isThere, answer) => {
    const { pull, reports } = openFakeList(answerTo('GET /rest/v1/grocery_items', answer));
    await pull('items', 0);
    expect(reports.at(-1)).toBe(isThere);
  });

  test.each([
    ['', undefined, null],
    ['https://list.example/', undefined, null],
    ['https://backend.example', 'https://backend.example/rest/v1/user_profiles?select=id&limit=1', 'key'],
  ])('[Y6] to the backend at "%s" is checked at %j', async (url, address, key) => {
    const { pull, checks } = openFakeList(answerTo('GET /config.json', () => json({ url, anonKey: 'key' })));
    await pull('items', 0);
    const check = checks.at(-1);
    expect([check?.url, check?.headers.get('apikey') ?? null]).toEqual([address, key]);
  });
});
