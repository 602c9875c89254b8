/** The device's calls against the bundled server: accounts, rows and the realtime, over a real network and database. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#core/account/user.ts';
import type { NumberedPatch } from '#core/sync/sync-record.ts';
import type { ChangeEvent } from '#client/ports/backend.ts';
import { browserClock } from '#device/clock.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { startRealServer } from './real-server.ts';
import { onlyList } from '#test/doubles/only-list.ts';

const { origin, database, stop } = await startRealServer();

afterAll(stop);

let values: Map<string, string>;

beforeEach(() => {
  stubIndexedDb();
  stubPage();
  values = stubLocalStorage({});
  vi.stubGlobal('location', { href: `${origin}/` });
});

let people = 0;

/** A device of a new user who has signed up. */
async function signUp() {
  people += 1;
  const ended: string[] = [];
  const credentials = { email: `shopper-${people}@example.org`, password: 'pear7tree' };
  const access = createBackendAccess({
    clock: browserClock,
    deviceId: 'device-1',
    report: () => undefined,
    onSignedOut: (userId) => void ended.push(userId),
    log: () => undefined,
  });
  const entered = await access.accounts.signUp(credentials);
  if (!entered.ok) throw new Error(entered.failure.type);
  return { ...access, credentials, user: entered.value, ended };
}

const open = (access: Pick<Awaited<ReturnType<typeof signUp>>, 'openListBackend'>, user: User) => {
  const account = access.openListBackend(user, onlyList(user.id));
  let seq = 0;
  return {
    ...account,
    ...account.backend,
    push: (deviceId: string, ...patches: readonly NumberedPatch['patch'][]) =>
      account.backend.push({
        table: patches[0]?.table ?? 'items',
        deviceId,
        patches: patches.map((patch) => ({ patch, seq: (seq += 1) })),
      }),
  };
};

describe('an account', () => {
  test('[spec-7] is created with a profile and six categories, and can be signed in to again', async () => {
    const { accounts, credentials, user, openListBackend } = await signUp();
    const { pull, provisionDefaults, close } = open({ openListBackend }, user);
    expect(user.username).toBe(`shopper-${people}`);
    expect(await pull('categories', 0)).toMatchObject({ ok: true, value: { rows: { length: 6 }, isFull: false } });
    expect(await provisionDefaults()).toEqual({ ok: true, value: null });
    expect(await pull('categories', 0)).toMatchObject({ value: { rows: { length: 6 } } });
    expect(await pull('listRow', 0)).toMatchObject({ value: { rows: [{ row: { listName: 'My List' } }] } });
    close();
    await accounts.signOut();
    expect(values.has('checklist.session')).toBe(false);
    expect(await accounts.signIn(credentials)).toEqual({ ok: true, value: user });
    expect(await accounts.signIn({ ...credentials, password: 'wrong1' })).toMatchObject({
      failure: { type: 'invalid-credentials' },
    });
    expect(await accounts.signUp({ ...credentials, password: 'other1' })).toMatchObject({
      failure: { type: 'refused', message: 'User already registered' },
    });
    expect(await accounts.sendReset(credentials.email)).toEqual({ ok: true, value: null });
  });

  test('[A1] renews its token, and its session ends when it is signed out elsewhere', async () => {
    const { user, openListBackend, ended } = await signUp();
    const kept = JSON.parse(values.get('checklist.session') ?? '') as { readonly refresh_token: string };
    values.set('checklist.session', JSON.stringify({ ...kept, expires_at: 1 }));
    const { pull, close } = open({ openListBackend }, user);
    expect(await pull('items', 0)).toEqual({ ok: true, value: { rows: [], isFull: false } });
    const renewed = JSON.parse(values.get('checklist.session') ?? '') as { readonly refresh_token: string };
    expect(renewed.refresh_token).not.toBe(kept.refresh_token);
    await database.sql`delete from auth.sessions where user_id = ${user.id}`;
    values.set('checklist.session', JSON.stringify({ ...renewed, expires_at: 1 }));
    expect(await pull('items', 0)).toEqual({ ok: false, failure: { type: 'signed-out' } });
    expect(new Set(ended)).toEqual(new Set([user.id]));
    close();
  });
});

describe('the rows of an account', () => {
  test('[Y1] keep the changes of two devices to different fields, and apply a repeated push once', async () => {
    const { user, openListBackend } = await signUp();
    const { push, pull, backend, close } = open({ openListBackend }, user);
    await push('a', {
      table: 'items',
      id: `milk-${user.id}`,
      fields: { name: 'Milk', category: 'c', checked: false, deleted: false },
    });
    await push('b', { table: 'items', id: `milk-${user.id}`, fields: { name: 'Oat Milk' } });
    const tick = {
      table: 'items',
      deviceId: 'a',
      patches: [{ patch: { table: 'items', id: `milk-${user.id}`, fields: { checked: true } }, seq: 9 }],
    } as const;
    const taken = await backend.push(tick);
    expect(taken).toMatchObject({ value: [{ row: { name: 'Oat Milk', checked: true }, deviceId: 'a' }] });
    expect(await backend.push(tick)).toEqual({ ok: true, value: [] });
    const pulled = await pull('items', 0);
    expect(pulled).toMatchObject({ value: { rows: [{ row: { name: 'Oat Milk', checked: true, deleted: false } }] } });
    const version = pulled.ok ? (pulled.value.rows[0]?.version ?? 0) : 0;
    expect(await pull('items', version)).toEqual({ ok: true, value: { rows: [], isFull: false } });
    close();
  });

  test('[Y5] of every table return as they were sent, in pages', async () => {
    const { user, openListBackend } = await signUp();
    const { push, pull, reportSync, close } = open({ openListBackend }, user);
    const items = [{ id: 'i', name: 'Milk', category: 'c', checked: false }];
    const list = { name: 'Week', items, createdAt: '2026-11-21T08:00:00.000Z', deleted: false };
    expect(
      await push(
        'a',
        { table: 'savedLists', id: `s1-${user.id}`, fields: list },
        { table: 'savedLists', id: `s2-${user.id}`, fields: { ...list, createdAt: '', name: 'a\0b' } },
      ),
    ).toMatchObject({ ok: true, value: [{ row: list }, { row: { name: 'ab' } }] });
    expect(await push('a', { table: 'listRow', id: 'profile', fields: { listName: 'Recipients' } })).toMatchObject({
      value: [{ table: 'listRow', row: { id: 'profile', listName: 'Recipients' } }],
    });
    expect(await push('a', { table: 'categories', id: `c-${user.id}`, fields: { inList: false } })).toMatchObject({
      value: [{ row: { inList: false, name: '' } }],
    });
    for (const half of [0, 600]) {
      const many = Array.from({ length: 600 }, (_, at): NumberedPatch['patch'] => {
        return { table: 'items', id: `many-${half + at}-${user.id}`, fields: { name: `Item ${half + at}` } };
      });
      expect(await push('a', ...many)).toMatchObject({ ok: true, value: { length: 600 } });
    }
    const first = await pull('items', 0);
    expect(first).toMatchObject({ value: { isFull: true, rows: { length: 1000 } } });
    const last = first.ok ? (first.value.rows.at(-1)?.version ?? 0) : 0;
    expect(await pull('items', last)).toMatchObject({ value: { isFull: false, rows: { length: 200 } } });
    expect(await reportSync('2026-11-21T08:00:00.000Z')).toEqual({ ok: true, value: null });
    close();
  });

  test('[Y4] of another user are refused, with the reason', async () => {
    const ann = await signUp();
    const annAccount = open(ann, ann.user);
    const row: NumberedPatch['patch'] = { table: 'items', id: `shared-${ann.user.id}`, fields: { name: 'Mine' } };
    expect(await annAccount.push('a', row)).toMatchObject({ ok: true });
    annAccount.close();
    const bob = await signUp();
    const bobAccount = open(bob, bob.user);
    expect(await bobAccount.push('b', row)).toMatchObject({
      failure: { type: 'refused', message: expect.stringContaining('row-level security') },
    });
    expect(await bobAccount.pull('items', 0)).toEqual({ ok: true, value: { rows: [], isFull: false } });
    bobAccount.close();
  });
});

describe('the realtime', () => {
  test('[Y5] reports when it is live, and delivers the rows of other devices', async () => {
    const { user, openListBackend } = await signUp();
    const { push, realtime, close } = open({ openListBackend }, user);
    const events: ChangeEvent[] = [];
    realtime.subscribe((event) => void events.push(event));
    await vi.waitFor(() => expect(events).toEqual([{ type: 'live' }]), 5000);
    await push('b', { table: 'items', id: `tea-${user.id}`, fields: { name: 'Tea', category: 'c' } });
    await vi.waitFor(() => expect(events).toHaveLength(2), 5000);
    expect(events[1]).toMatchObject({ type: 'rows', rows: [{ row: { name: 'Tea', deleted: false }, deviceId: 'b' }] });
    close();
    await push('b', { table: 'items', id: `tea-${user.id}`, fields: { checked: true } });
    expect(events).toHaveLength(2);
  });
});
