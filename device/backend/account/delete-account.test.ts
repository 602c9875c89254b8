/** Deleting an account: this device completes it even if the answer was lost or the page was closed. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { SessionEnd } from '#client/ports/local-storage.ts';
import { readDeletionRequest, writeDeletionRequest } from '#device/local-storage/pending-requests.ts';
import { removeDeletedAccount } from '#device/lists/remove-account.ts';
import { createUnsentCounts } from '#device/local-storage/user-facts.ts';
import { ANN, type Answer, authError, json, openFakeServer, session } from '#test/backend/fake-server.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { onlyList } from '#test/doubles/only-list.ts';

vi.mock(import('#device/lists/remove-account.ts'), async (load) => ({
  ...(await load()),
  removeDeletedAccount: vi.fn<typeof removeDeletedAccount>(),
}));
const leave = vi.mocked(removeDeletedAccount);

const DELETE = 'POST /rest/v1/rpc/delete_account';
const OVER = { code: 'PT401', message: 'This session has ended.', details: null, hint: 'session_not_found' };

/** Ann's access token of the session "s1". */
const TOKEN = `h.${btoa(JSON.stringify({ session_id: 's1' }))}.s`;

beforeEach(() => {
  leave.mockReset();
  stubIndexedDb();
});

/**
 * A signed-in page, and the backend's answer to the deletion; `isOver`: the session has ended, and `end` is how its owner ended it, if
 * the backend knows.
 */
async function setUp(answer: () => Answer, stored: Record<string, string> = {}) {
  const state: { isOver: boolean; end: SessionEnd | null } = { isOver: false, end: null };
  const server = openFakeServer(({ call }) => {
    if (call === 'POST /auth/v1/token') return authError(400, 'session_not_found');
    if (call === 'POST /rest/v1/rpc/read_session_end') return json(state.end);
    if (call.includes('/rest/') && state.isOver) return json(OVER, 401);
    return call === DELETE ? answer() : undefined;
  }, stored);
  server.values.set('checklist.session', JSON.stringify({ ...session(ANN), access_token: TOKEN, expires_at: 9e9 }));
  const account = server.openListBackend(ANN, onlyList(ANN.id));
  return { ...server, ...account.backend, state, api: await server.openAccountApi(ANN) };
}

const finished = async () => {
  await quiet();
  await vi.dynamicImportSettled();
  return leave.mock.calls.map(([, userId]) => userId);
};

/** Waits until the account's data was removed as after a remote logout, which counts what is unsent: here nothing. */
async function untilRemoved(): Promise<void> {
  await expect.poll(() => createUnsentCounts().read()).toBe(0);
}

describe('the deletion request', () => {
  test('[A3] is stored before the backend is called and marked as done after its answer; this page continues', async () => {
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

  test('[A3] is removed if the backend refuses', async () => {
    const { api } = await setUp(() => json({ code: 'PT400', message: 'No', details: null, hint: null }, 400));
    await api.deleteAccount('ann@example.org', false);
    expect([readDeletionRequest(ANN.id), await finished()]).toEqual([null, []]);
  });

  test('[A3] of an earlier page is completed at the start if the account is deleted', async () => {
    const request = (isGone: boolean) => JSON.stringify({ list: 'wanted', isGone, requestedAt: 0 });
    await setUp(() => 'silence', {
      'checklist.deletion-request.bob': request(true),
      'checklist.deletion-request.eve': request(false),
    });
    expect(await finished()).toEqual(['bob']);
  });
});

describe('an answer that was lost', () => {
  test('[A3] is known when the backend says that the account was deleted: then the data is removed', async () => {
    const { api, pull, state, ended } = await setUp(() => 'no network');
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'unreachable' }));
    expect([readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
    Object.assign(state, { isOver: true, end: 'account-deleted' });
    expect(await pull('items', 7)).toEqual(fail({ type: 'signed-out' }));
    expect([new Set(ended), readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([
      new Set([ANN.id]),
      true,
      [ANN.id],
    ]);
  });

  test('[A3] is also known from the next attempt', async () => {
    const { api, state } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    Object.assign(state, { isOver: true, end: 'account-deleted' });
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'signed-out' }));
    expect(await finished()).toEqual([ANN.id]);
  });

  test('[Y9] [A1] is unknown if the session was refused for another reason: the request and the data stay', async () => {
    const { api, pull, state } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    createUnsentCounts().write(ANN.id, 5);
    state.isOver = true;
    expect(await pull('items', 7)).toEqual(fail({ type: 'signed-out' }));
    expect([readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
    expect(createUnsentCounts().read()).toBe(5);
  });

  test('[Y9] [A1] is unknown after the next attempt, too, if the session was refused for another reason', async () => {
    const { api, state } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    state.isOver = true;
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'signed-out' }));
    expect([readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
  });

  test.each<SessionEnd>(['logged-out', 'password-changed'])(
    '[A3] [Y9] of a request that never arrived is not taken for a deletion if the session has %s: unsent changes stay',
    async (end) => {
      const { api, pull, state } = await setUp(() => 'no network');
      await api.deleteAccount('ann@example.org', true);
      createUnsentCounts().write(ANN.id, 5);
      Object.assign(state, { isOver: true, end });
      expect(await pull('items', 7)).toEqual(fail({ type: 'signed-out' }));
      expect([readDeletionRequest(ANN.id), await finished()]).toEqual([null, []]);
      await untilRemoved();
    },
  );

  test('[A3] [Y9] of a request that never arrived is not taken for a deletion by the next attempt either', async () => {
    const { api, state } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    createUnsentCounts().write(ANN.id, 5);
    Object.assign(state, { isOver: true, end: 'logged-out' });
    expect(await api.deleteAccount('ann@example.org', true)).toEqual(fail({ type: 'signed-out' }));
    expect([readDeletionRequest(ANN.id), await finished()]).toEqual([null, []]);
    await untilRemoved();
  });

  test('[A3] is ignored if the backend answers this account later, because the account exists', async () => {
    const { api, pull, clock } = await setUp(() => 'no network');
    await api.deleteAccount('ann@example.org', true);
    await pull('items', 7);
    expect(readDeletionRequest(ANN.id)).not.toBeNull();
    clock.advance(15_001);
    await pull('items', 7);
    expect(readDeletionRequest(ANN.id)).toBeNull();
  });
});

test('[A3] [D1] a session that ended before the deletion request does not mean that the account is deleted', async () => {
  const { api, state } = await setUp(() => 'silence');
  state.isOver = true;
  expect(await api.deleteAccount('ann@example.org', false)).toEqual(fail({ type: 'signed-out' }));
  expect([readDeletionRequest(ANN.id), await finished()]).toEqual([null, []]);
});

test('[Y9] logging out with an unanswered deletion request changes nothing', async () => {
  const { pull, values } = await setUp(() => 'silence');
  writeDeletionRequest(ANN.id, { list: 'unwanted', isGone: false, requestedAt: 0 });
  values.delete('checklist.session');
  expect(await pull('items', 7)).toMatchObject({ ok: false });
  expect([readDeletionRequest(ANN.id)?.isGone, await finished()]).toEqual([false, []]);
});
