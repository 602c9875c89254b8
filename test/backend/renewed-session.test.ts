/** A renewed session after the browser was killed, which loses the latest changes of local storage. */
import { beforeEach, expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { readDurable, writeDurable } from '#device/lists/durable-values.ts';
import { createStorage } from '#device/database/storage.ts';
import { ANN, authError, json, session } from '#test/backend/fake-server.ts';
import { openTokenAccount, PULL, REFRESH } from '#test/backend/token-account.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';

beforeEach(async () => {
  stubIndexedDb();
  const personal = createStorage(ANN.id);
  await personal.open({ ...EMPTY_CONTENTS, listRow: [{ id: 'profile', listName: 'My List', deleted: false }] });
  await personal.close();
});

/** Opens Ann's account with an expired token, on a backend where each refresh token works once. */
function setUp() {
  const account = openTokenAccount(-10);
  const used = new Set<unknown>();
  account.answer(({ call, body }) => {
    if (call !== REFRESH) return undefined;
    const token = JSON.stringify(body);
    if (used.has(token)) return authError(400, 'refresh_token_already_used');
    used.add(token);
    return json(session(ANN, used.size + 1));
  });
  const { values } = account;
  const atFirst = values.get('checklist.session') ?? '';
  /** Kills the browser before it has written the renewed session to the disk. */
  const crash = (): void => void values.set('checklist.session', atFirst);
  return { ...account, crash };
}

test('[A1] a browser that is killed right after a renewal stays signed in', async () => {
  const { pull, crash, renewals, bearers, ended, keptSession } = setUp();
  expect(await pull()).toMatchObject({ ok: true });
  crash();
  expect(keptSession()?.refresh_token).toBe('refresh-ann-1');
  expect(await pull()).toMatchObject({ ok: true });
  expect([renewals(), bearers(), ended]).toEqual([1, ['Bearer access-ann-2', 'Bearer access-ann-2'], []]);
  expect(keptSession()?.refresh_token).toBe('refresh-ann-2');
});

test('[A1] a restored session that has expired is renewed', async () => {
  const { pull, crash, clock, bearers, ended } = setUp();
  await pull();
  crash();
  clock.advance(3_600_000);
  expect(await pull()).toMatchObject({ ok: true });
  expect([bearers(), ended]).toEqual([['Bearer access-ann-2', 'Bearer access-ann-3'], []]);
});

test('[A1] a renewed session survives a killed browser before its access token is used', async () => {
  const { pull, answer } = setUp();
  const atUse: unknown[] = [];
  answer(async ({ call }) => {
    if (call === PULL) atUse.push(await readDurable(ANN.id, 'renewedSession'));
    return call === REFRESH ? json(session(ANN, 2)) : undefined;
  });
  await pull();
  expect(atUse).toMatchObject([{ replaces: 'refresh-ann-1', session: { refresh_token: 'refresh-ann-2' } }]);
});

test('[A1] a later sign-in is not replaced by the session before it', async () => {
  const { pull, values, renewals, keptSession } = setUp();
  await pull();
  values.set('checklist.session', JSON.stringify({ ...session(ANN, 8), expires_at: 1 }));
  expect(await pull()).toMatchObject({ ok: true });
  expect([renewals(), keptSession()?.refresh_token]).toEqual([2, 'refresh-ann-3']);
});

test('[spec-8] an unreadable renewed session is ignored', async () => {
  const { pull, renewals } = setUp();
  await writeDurable(ANN.id, 'renewedSession', () => ({ replaces: 'refresh-ann-1', session: { user: ANN } }));
  expect(await pull()).toMatchObject({ ok: true });
  expect(renewals()).toBe(1);
});
