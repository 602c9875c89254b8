/** A real account's sync on one device: when it sends requests, how it handles the answers, and what the user sees. */
import { beforeEach, describe, expect, test } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { fail, ok } from '#core/result.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { EVERYTHING, openSyncedList, rest, row } from './open-synced-list.ts';

beforeEach(stubIndexedDb);

const add = (id: string) => ({ type: 'add-item', id, name: id, category: 'dairy' }) as const;
const TRANSIENT = fail({ type: 'transient' } as const);

describe('the first sync on a device', () => {
  test('[Y5] adds what an interrupted sign-up left out, then pulls everything page by page', async () => {
    const fake = createFakeBackend();
    fake.pullAnswers.items = [
      ok({ rows: [row('tea', 3)], isFull: true }),
      ok({ rows: [row('ham', 9)], isFull: false }),
    ];
    const { takeAsked, store, sync } = await openSyncedList({ fake });
    expect(takeAsked()).toEqual([
      'provisionDefaults',
      'pull categories 0',
      'pull items 0',
      'pull items 3',
      'pull savedLists 0',
      'pull listRow 0',
      'report',
    ]);
    expect([...store.list.items.keys()]).toEqual(['tea', 'ham']);
    expect(sync.status()).toEqual({ pending: 0, firstSync: null, hasPulled: true, rejected: [] });
  });

  test('[Y4] [H2] the status says why the backend refuses a new list, until it takes the list', async () => {
    const fake = createFakeBackend();
    const answers = [fail({ type: 'refused', message: 'You already have 50 lists.' } as const), TRANSIENT];
    const createIfNew = () => Promise.resolve(answers.shift() ?? ok(null));
    const { sync, clock } = await openSyncedList({ fake: { ...fake, backend: { ...fake.backend, createIfNew } } });
    expect(sync.status().refusal).toBe('You already have 50 lists.');
    clock.advance(1000);
    await rest();
    expect(sync.status().refusal).toBe('You already have 50 lists.');
    clock.advance(2000);
    await rest();
    expect(sync.status().refusal).toBeUndefined();
  });

  test('[spec-2] reports its progress until it is complete, and resumes after an interruption', async () => {
    const fake = createFakeBackend();
    fake.pullAnswers.items = [ok({ rows: [row('tea', 3)], isFull: true }), TRANSIENT];
    const { takeAsked, sync, clock } = await openSyncedList({ fake });
    expect(sync.status().firstSync).toEqual({ rows: 2 });
    takeAsked();
    clock.advance(1000);
    await rest();
    expect(takeAsked()).toContain('pull items 3');
    expect(sync.status().firstSync).toBeNull();
  });

  test('[L2] adds missing defaults before a change of the user could be mistaken for them', async () => {
    const fake = createFakeBackend();
    fake.provisionAnswers.push(TRANSIENT);
    const { store, takeAsked } = await openSyncedList({ fake });
    expect(takeAsked()).toEqual(['provisionDefaults']);
    store.applyChange({ type: 'add-category', id: 'mine', name: 'Mine' });
    await rest();
    expect(takeAsked().slice(0, 2)).toEqual(['provisionDefaults', 'push categories 1']);
  });

  test('[Y4] sends items that were added meanwhile, even if the list never loads completely', async () => {
    const fake = createFakeBackend();
    const pullAll = (cursors: object) => Promise.resolve('items' in cursors ? TRANSIENT : ok({}));
    const { store, takeAsked, pushed } = await openSyncedList({
      fake: { ...fake, backend: { ...fake.backend, pullAll } },
    });
    takeAsked();
    store.applyChange(add('ham'));
    await rest();
    expect(pushed).toHaveLength(1);
  });

  test('[spec-8] loads the list even if the backend refuses the defaults', async () => {
    const fake = createFakeBackend();
    fake.provisionAnswers.push(fail({ type: 'refused', message: 'No.' }));
    expect((await openSyncedList({ fake })).sync.status().firstSync).toBeNull();
  });
});

describe('a change', () => {
  test('[Y4] is sent at once and counted until it is acknowledged; without a subscription, a pull follows', async () => {
    const { store, sync, takeAsked, pushed } = await openSyncedList();
    takeAsked();
    const counts: number[] = [];
    sync.onChange(() => counts.push(sync.status().pending));
    store.applyChange(add('milk'));
    await rest();
    expect(takeAsked()).toEqual(['push items 1', ...EVERYTHING]);
    expect(pushed[0]?.patches[0]?.patch.fields).toMatchObject({ name: 'milk' });
    expect(counts).toEqual([1, 0]);
  });

  test('[Y5] needs no pull while the subscription is live', async () => {
    const { store, takeAsked, emit } = await openSyncedList();
    await emit({ type: 'live' });
    takeAsked();
    store.applyChange(add('milk'));
    await rest();
    expect(takeAsked()).toEqual(['push items 1']);
    await emit({ type: 'down' });
    store.applyChange(add('tea'));
    await rest();
    expect(takeAsked()).toEqual(['push items 1', ...EVERYTHING]);
  });

  test('[Y4] that fails without a network stays at the head, and is retried after a while and when the network returns', async () => {
    const { store, takeAsked, pushAnswers, clock, hint, sync } = await openSyncedList();
    takeAsked();
    pushAnswers.push(TRANSIENT, TRANSIENT);
    store.applyChange(add('milk'));
    await rest();
    clock.advance(999);
    await rest();
    expect(takeAsked()).toEqual(['push items 1']);
    clock.advance(1);
    await rest();
    expect(takeAsked()).toEqual(['push items 1']);
    expect(sync.status().pending).toBe(1);
    await hint();
    expect(takeAsked()).toEqual(['push items 1', ...EVERYTHING]);
    expect(sync.status().pending).toBe(0);
  });

  test('[Y1] that was applied before is pulled before it leaves the outbox', async () => {
    const { store, takeAsked, pushAnswers, emit } = await openSyncedList();
    await emit({ type: 'live' });
    takeAsked();
    pushAnswers.push(ok([]));
    store.applyChange(add('milk'));
    await rest();
    expect(takeAsked()).toEqual(['push items 1', 'pull items 0']);
  });

  test('[Y4] that is refused becomes a rejected change, which can be retried or discarded', async () => {
    const fake = createFakeBackend();
    const refused = fail({ type: 'refused', message: 'Not this one.' } as const);
    const checked = ['milk', 'bad'].map((id, at) => ({ ...row(id, at + 1), row: itemRow(id, { checked: true }) }));
    // An unchecked item remains, so that clearing changes no category.
    fake.pullAnswers.items = [ok({ rows: [...(checked as VersionedRow[]), row('left', 9)], isFull: false })];
    const { store, sync, takeAsked, pushAnswers } = await openSyncedList({ fake });
    takeAsked();
    // Both together, then each of them separately.
    pushAnswers.push(refused, refused, ok([row('milk', 3, 'own')]));
    store.applyChange({ type: 'clear-checked' });
    await rest();
    expect(takeAsked().slice(0, 3)).toEqual(['push items 2', 'push items 1', 'push items 1']);
    const [entry] = sync.status().rejected;
    expect([entry?.message, entry?.group.patches[0]?.patch.id, sync.status().pending]).toEqual([
      'Not this one.',
      'bad',
      0,
    ]);
    sync.retry(entry?.id ?? '');
    await rest();
    expect([takeAsked()[0], sync.status().rejected]).toEqual(['push items 1', []]);
  });

  test('[Y4] that a full account refuses is rejected as a whole group, after one request', async () => {
    const fake = createFakeBackend();
    const checked = ['milk', 'tea', 'ham'].map((id, at) => ({
      ...row(id, at + 1),
      row: itemRow(id, { checked: true }),
    }));
    // An unchecked item remains, so that clearing changes no category.
    fake.pullAnswers.items = [ok({ rows: [...(checked as VersionedRow[]), row('left', 9)], isFull: false })];
    const { store, sync, takeAsked, pushAnswers } = await openSyncedList({ fake });
    takeAsked();
    pushAnswers.push(fail({ type: 'refused', message: 'This account is full.', isAccountFull: true }));
    store.applyChange({ type: 'clear-checked' });
    await rest();
    expect(takeAsked().filter((asked) => asked.startsWith('push'))).toEqual(['push items 3']);
    expect(sync.status()).toMatchObject({ pending: 0, rejected: [{ message: 'This account is full.' }] });
    expect(sync.status().rejected[0]?.group.patches.length).toBe(3);
  });

  test('[H6] of a list that the backend does not know is reported, and sent once it knows the list again', async () => {
    const { store, sync, takeAsked, pushAnswers, clock, refusals } = await openSyncedList();
    takeAsked();
    pushAnswers.push(fail({ type: 'not-a-member' }));
    store.applyChange(add('milk'));
    await rest();
    expect([takeAsked(), refusals(), sync.status().pending]).toEqual([['push items 1'], 1, 1]);
    clock.advance(20_000);
    await rest();
    expect([takeAsked()[0], refusals(), sync.status().pending]).toEqual(['push items 1', 1, 0]);
  });

  test('[A1] after the session ended, sends no requests and loses nothing', async () => {
    const { store, sync, takeAsked, pushAnswers, clock } = await openSyncedList();
    takeAsked();
    pushAnswers.push(fail({ type: 'signed-out' }));
    store.applyChange(add('milk'));
    await rest();
    clock.advance(60_000);
    await rest();
    expect(takeAsked()).toEqual(['push items 1']);
    expect([sync.status().pending, store.list.items.has('milk')]).toEqual([1, true]);
  });
});

test('[Y9] a closed account sends no requests and has no subscription', async () => {
  const { sync, store, takeAsked, clock, listeners } = await openSyncedList();
  takeAsked();
  sync.close();
  store.applyChange(add('milk'));
  clock.advance(120_000);
  await rest();
  expect([takeAsked(), listeners(), clock.waiting()]).toEqual([[], 0, 0]);
});
