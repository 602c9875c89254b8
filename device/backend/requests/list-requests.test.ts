/** The steps of a request of an open list, and what its answers are taken for. */
import { expect, test } from 'vitest';
import { fail } from '#core/result.ts';
import { ANN, json, openFakeAccount, session } from '#test/backend/fake-server.ts';
import type { Answer } from '#test/backend/fake-server.ts';

const TABLE = 'GET /rest/v1/grocery_items';
const busy = (status: number, headers: Record<string, string> = {}): Answer => json(null, status, headers);
const refusal = (code: string): Answer => json({ code, message: 'permission denied for ann@example.org' }, 403);

test('[spec-8] a sync failure is logged with its code, again only after another answer', async () => {
  const answers: Answer[] = ['no network', 'no network', refusal('42501'), json([]), refusal('42501'), 'no network'];
  const { pull, logged } = openFakeAccount(({ call }) => (call === TABLE ? answers.shift() : undefined));
  for (let left = answers.length; left > 0; left -= 1) await pull('items', 7);
  expect(logged).toEqual(['sync failed transient', 'sync failed 42501', 'sync failed 42501', 'sync failed transient']);
});

test('[spec-8] what is logged is a code, and nothing about the account', async () => {
  const { pull, logged } = openFakeAccount(({ call }) => (call === TABLE ? refusal('ann@example.org') : undefined));
  await pull('items', 7);
  expect(logged).toEqual(['sync failed refused']);
});

test('[Y9] a closed list sends nothing', async () => {
  const { pull, close, calls } = openFakeAccount();
  close();
  expect(await pull('items', 7)).toEqual(fail({ type: 'transient' }));
  expect(calls()).toEqual([]);
});

test.each([
  ['429', '30', 30_000],
  ['503', '2', 2000],
])('[Y4] an answer %s that asks to wait %s seconds says so to the sync', async (status, seconds, retryAfterMs) => {
  const { pull } = openFakeAccount(({ call }) =>
    call === TABLE ? busy(Number(status), { 'retry-after': seconds }) : undefined,
  );
  expect(await pull('items', 7)).toEqual(fail({ type: 'transient', retryAfterMs }));
});

test('[Y4] the answer to the repeated request counts, not that to the first', async () => {
  const answers = [json({ message: 'JWT expired' }, 401, { 'retry-after': '90' }), busy(503)];
  const { pull, values, clock } = openFakeAccount(({ call }) => {
    if (call === 'POST /auth/v1/token') return json(session(ANN, 2));
    return call === TABLE ? answers.shift() : undefined;
  });
  // A token that was issued half an hour ago.
  const kept = { ...session(ANN), expires_at: Math.floor(clock.now() / 1000) + 1800 };
  values.set('checklist.session', JSON.stringify(kept));
  expect(await pull('items', 7)).toEqual(fail({ type: 'transient' }));
  expect(answers).toEqual([]);
});
