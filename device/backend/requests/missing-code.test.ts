/** A second step that was set up on another device: the tables refuse sessions without it (product A3). */
import { describe, expect, test } from 'vitest';
import { fail } from '#core/result.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { ANN, BOB, json, openFakeList, session, type Answer } from '#test/backend/fake-server.ts';
import { openFakeAccountApi } from '#test/backend/fake-account-api.ts';

const RENEWAL = 'POST /auth/v1/token';
const LACKING = { code: 'PT403', message: 'Please enter the code first.', details: null, hint: 'insufficient_aal' };
const GROUP = {
  table: 'items',
  deviceId: 'device-1',
  patches: [{ patch: { table: 'items', id: 'i1', fields: { checked: true } }, seq: 1 }],
} as const;

/** Tables that require a second step of every token except this one. */
function openGuarded(good = 'none', renewed: Answer | null = null) {
  return openFakeList(({ call, headers }) => {
    if (call === RENEWAL) return renewed ?? json(session(ANN, 2));
    if (!call.includes('/rest/')) return undefined;
    return headers.get('authorization') === `Bearer ${good}` ? json([]) : json(LACKING, 403);
  });
}

describe('a session that has not shown the second step', () => {
  test('[A3] is renewed once, however new it is, because the code may have been entered in another tab', async () => {
    const { pull, ended, calls, keptSession } = openGuarded('access-ann-2');
    expect(await pull('items', 7)).toMatchObject({ ok: true });
    expect(calls().filter((call) => call === RENEWAL)).toHaveLength(1);
    expect([ended, keptSession()?.access_token]).toEqual([[], 'access-ann-2']);
  });

  test('[A3] [Y4] ends on this device and on the backend, and its unsent data is not refused', async () => {
    const { push, ended, keptSession, askedOf } = openGuarded();
    expect(await push(GROUP)).toEqual(fail({ type: 'signed-out' }));
    await quiet();
    expect([ended, keptSession()]).toEqual([[ANN.id], null]);
    expect(askedOf('POST /auth/v1/logout')[0]?.headers.get('authorization')).toBe('Bearer access-ann-2');
  });

  test('[Y6] continues if it could not be renewed', async () => {
    const { push, ended, keptSession } = openGuarded('none', 'no network');
    expect(await push(GROUP)).toEqual(fail({ type: 'transient' }));
    expect([ended, keptSession()?.access_token]).toEqual([[], 'access-ann-1']);
  });

  test('[Y8] is dropped if another user has signed in, who stays signed in', async () => {
    const account = openGuarded();
    account.answer(({ call, headers }) => {
      if (call === RENEWAL) return json(session(ANN, 2));
      if (headers.get('authorization') === 'Bearer access-ann-2') account.keepSession(BOB);
      return call.includes('/rest/') ? json(LACKING, 403) : undefined;
    });
    expect(await account.push(GROUP)).toEqual(fail({ type: 'signed-out' }));
    expect([account.ended, account.keptSession()?.user.id]).toEqual([[], BOB.id]);
  });

  test('[A3] continues for calls of the account screen, where the code can be entered', async () => {
    const { api, keptSession, calls } = await openFakeAccountApi(({ call }) =>
      call.includes('/rpc/') ? json(LACKING, 403) : undefined,
    );
    expect(await api.sessions()).toEqual(fail({ type: 'code-needed-first' }));
    expect([keptSession()?.access_token, calls().includes(RENEWAL)]).toEqual(['access-ann-1', false]);
  });
});

test.each([
  ['only reads just now', 405, { code: '25006', details: null }],
  ['has lost the account', 409, { code: '23503', details: 'Key (user_id)=(u1) is not present in table "users".' }],
])('[Y4] a database that %s does not refuse data: it waits', async (_, status, error) => {
  const { push } = openFakeList(({ call }) =>
    call.startsWith('POST /rest/') ? json({ ...error, message: 'no', hint: null }, status) : undefined,
  );
  expect(await push(GROUP)).toEqual(fail({ type: 'transient', mayAnswerOthers: true }));
});

test('[Y4] a row that refers to one that another device has deleted is refused, on a backend that checks it', async () => {
  const details = 'Key (category)=(c1) is not present in table "categories".';
  const { push } = openFakeList(({ call }) =>
    call.startsWith('POST /rest/') ? json({ code: '23503', message: 'no', details, hint: null }, 409) : undefined,
  );
  expect(await push(GROUP)).toMatchObject({ failure: { type: 'refused', code: '23503' } });
});

test('[Y4] a row that is not allowed is refused', async () => {
  const { push } = openFakeList(({ call }) =>
    call.startsWith('POST /rest/') ? json({ code: '42501', message: 'no', details: null, hint: null }, 403) : undefined,
  );
  expect(await push(GROUP)).toMatchObject({ failure: { type: 'refused', code: '42501' } });
});
