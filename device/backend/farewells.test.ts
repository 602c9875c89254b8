/** An account that is deleted: its farewell is finished though the answer was lost, or the page went. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { readWish, writeWish } from '#device/farewell-wish.ts';
import { leaveAccount } from '#device/leave-account.ts';
import { ANN, authError, json, openFakeServer } from '#test/backend/fake-server.ts';
import type { Answer } from '#test/backend/fake-server.ts';
import { quiet } from '#test/doubles/quiet.ts';

vi.mock(import('#device/leave-account.ts'), () => ({ leaveAccount: vi.fn<typeof leaveAccount>() }));
const leave = vi.mocked(leaveAccount);

const DELETE = 'POST /rest/v1/rpc/delete_account';
const OVER = { code: 'PT401', message: 'This session has ended.', details: null, hint: 'session_not_found' };

beforeEach(() => leave.mockReset());

/** Ann's page, and what the backend says to the deletion; `over`: her session is no more. */
async function setUp(answer: () => Answer, stored: Record<string, string> = {}) {
  const state = { isOver: false };
  const server = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/token') return authError(400, 'session_not_found');
    if (call.includes('/rest/') && state.isOver) return json(OVER, 401);
    return call === DELETE ? answer() : undefined;
  }, stored);
  server.keepSession(ANN);
  const account = server.openAccount(ANN);
  return { ...server, ...account.backend, state, desk: await server.openDesk(ANN) };
}

const finished = async () => {
  await quiet();
  await vi.dynamicImportSettled();
  return leave.mock.calls.map(([, userId]) => userId);
};

describe('the wish', () => {
  test('[A3] is written before the backend is asked, and known to be true after its answer; this page goes on by itself', async () => {
    const seen: (string | undefined)[] = [];
    const { desk } = await setUp(() => {
      seen.push(readWish(ANN.id)?.list);
      return json(null, 204);
    });
    expect(await desk.deleteAccount('ann@example.org', true)).toEqual(ok(null));
    expect([seen, readWish(ANN.id), await finished()]).toMatchObject([
      ['wanted'],
      { list: 'wanted', isGone: true },
      [],
    ]);
  });

  test('[A3] is dropped where the backend refuses', async () => {
    const { desk } = await setUp(() => json({ code: 'PT400', message: 'No', details: null, hint: null }, 400));
    await desk.deleteAccount('ann@example.org', false);
    expect([readWish(ANN.id), await finished()]).toEqual([null, []]);
  });

  test('[A3] of an earlier page whose account is gone is done at the start', async () => {
    const wish = (isGone: boolean) => JSON.stringify({ list: 'wanted', isGone, askedAt: 0 });
    await setUp(() => 'silence', { 'checklist.farewell.bob': wish(true), 'checklist.farewell.eve': wish(false) });
    expect(await finished()).toEqual(['bob']);
  });
});

describe('an answer that was lost', () => {
  test('[A3] is told by the end of the session: then it is done', async () => {
    const { desk, pull, state, ended } = await setUp(() => 'no network');
    expect(await desk.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'unreachable' }));
    expect([readWish(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
    state.isOver = true;
    expect(await pull('items', 7)).toEqual(fail({ type: 'signed-out' }));
    expect([new Set(ended), readWish(ANN.id)?.isGone, await finished()]).toEqual([new Set([ANN.id]), true, [ANN.id]]);
  });

  test('[A3] is told by the next try, too', async () => {
    const { desk, state } = await setUp(() => 'no network');
    await desk.deleteAccount('ann@example.org', true);
    state.isOver = true;
    expect(await desk.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'signed-out' }));
    expect(await finished()).toEqual([ANN.id]);
  });

  test('[A3] means nothing where the backend answers to this account later on: it is still there', async () => {
    const { desk, pull, clock } = await setUp(() => 'no network');
    await desk.deleteAccount('ann@example.org', true);
    await pull('items', 7);
    expect(readWish(ANN.id)).not.toBeNull();
    clock.advance(15_001);
    await pull('items', 7);
    expect(readWish(ANN.id)).toBeNull();
  });
});

test('[A3] [D1] a session that was over before anybody asked to delete is no sign that the account is gone', async () => {
  const { desk, state } = await setUp(() => 'silence');
  state.isOver = true;
  expect(await desk.deleteAccount('ann@example.org', false)).toEqual(fail({ type: 'signed-out' }));
  expect([readWish(ANN.id), await finished()]).toEqual([null, []]);
});

test('[Y9] who logs out with a wish that nobody answered leaves everything as it is', async () => {
  const { pull, values } = await setUp(() => 'silence');
  writeWish(ANN.id, { list: 'unwanted', isGone: false, askedAt: 0 });
  values.delete('checklist.session');
  expect(await pull('items', 7)).toMatchObject({ ok: false });
  expect([readWish(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
});
