/** An account that is deleted: its farewell is finished though the answer was lost, or the page went. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { readDeletionRequest, writeDeletionRequest } from '#device/guest-list/deletion-request.ts';
import { removeDeletedAccount } from '#device/guest-list/remove-deleted-account.ts';
import { ANN, authError, json, openFakeServer } from '#test/backend/fake-server.ts';
import type { Answer } from '#test/backend/fake-server.ts';
import { quiet } from '#test/doubles/quiet.ts';

vi.mock(import('#device/guest-list/remove-deleted-account.ts'), () => ({
  removeDeletedAccount: vi.fn<typeof removeDeletedAccount>(),
}));
const leave = vi.mocked(removeDeletedAccount);

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
  return { ...server, ...account.backend, state, api: await server.openAccountApi(ANN) };
}

const finished = async () => {
  await quiet();
  await vi.dynamicImportSettled();
  return leave.mock.calls.map(([, userId]) => userId);
};

describe('the wish', () => {
  test('[A3] is written before the backend is asked, and known to be true after its answer; this page goes on by itself', async () => {
    const seen: (string | undefined)[] = [];
    const { api } = await setUp(() => {
      seen.push(readDeletionRequest(ANN.id)?.list);
      return json(null, 204);
    });
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(ok(null));
    expect([seen, readDeletionRequest(ANN.id), await finished()]).toMatchObject([
      ['wanted'],
      { list: 'wanted', isGone: true },
      [],
    ]);
  });

  test('[A3] is dropped where the backend refuses', async () => {
    const { api } = await setUp(() => json({ code: 'PT400', message: 'No', details: null, hint: null }, 400));
    await api.deleteAccount('ann@example.org', false);
    expect([readDeletionRequest(ANN.id), await finished()]).toEqual([null, []]);
  });

  test('[A3] of an earlier page whose account is gone is done at the start', async () => {
    const request = (isGone: boolean) => JSON.stringify({ list: 'wanted', isGone, askedAt: 0 });
    await setUp(() => 'silence', { 'checklist.farewell.bob': request(true), 'checklist.farewell.eve': request(false) });
    expect(await finished()).toEqual(['bob']);
  });
});

describe('an answer that was lost', () => {
  test('[A3] is told by the end of the session: then it is done', async () => {
    const { api, pull, state, ended } = await setUp(() => 'no network');
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'unreachable' }));
    expect([readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
    state.isOver = true;
    expect(await pull('items', 7)).toEqual(fail({ type: 'signed-out' }));
    expect([new Set(ended), readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([
      new Set([ANN.id]),
      true,
      [ANN.id],
    ]);
  });

  test('[A3] is told by the next try, too', async () => {
    const { api, state } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    state.isOver = true;
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'signed-out' }));
    expect(await finished()).toEqual([ANN.id]);
  });

  test('[A3] means nothing where the backend answers to this account later on: it is still there', async () => {
    const { api, pull, clock } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    await pull('items', 7);
    expect(readDeletionRequest(ANN.id)).not.toBeNull();
    clock.advance(15_001);
    await pull('items', 7);
    expect(readDeletionRequest(ANN.id)).toBeNull();
  });
});

test('[A3] [D1] a session that was over before anybody asked to delete is no sign that the account is gone', async () => {
  const { api, state } = await setUp(() => 'silence');
  state.isOver = true;
  expect(await api.deleteAccount('ann@example.org', false)).toEqual(fail({ type: 'signed-out' }));
  expect([readDeletionRequest(ANN.id), await finished()]).toEqual([null, []]);
});

test('[Y9] who logs out with a wish that nobody answered leaves everything as it is', async () => {
  const { pull, values } = await setUp(() => 'silence');
  writeDeletionRequest(ANN.id, { list: 'unwanted', isGone: false, askedAt: 0 });
  values.delete('checklist.session');
  expect(await pull('items', 7)).toMatchObject({ ok: false });
  expect([readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
});
