/** The unload journal: pending changes go to local storage when the page closes, and to the disk at the next start. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { Patch } from '#core/diff/diff.ts';
import { itemRow } from '#core/testing/contents.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { stubIndexedDb, USER } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage, type FakePage } from '#test/doubles/fake-page.ts';
import { renameOldKeys } from '#device/database/migrations.ts';
import { createStorage, createUnloadJournal } from './storage.ts';

const FIRST = {
  ...EMPTY_CONTENTS,
  items: [itemRow('milk')],
  listRow: [{ id: 'profile', listName: 'My List', deleted: false }],
};
const check = (checked: boolean): readonly Patch[] => [{ table: 'items', id: 'milk', fields: { checked } }];
const batch = (checked: boolean) => ({ patches: check(checked), history: NO_HISTORY_CHANGE });

let page: FakePage;
let stored: Map<string, string>;
let lastId: number;
const createId = (): string => `id${(lastId += 1)}`;
const openTab = () => createStorage(USER, createUnloadJournal(USER, createId));

beforeEach(() => {
  stubIndexedDb();
  page = stubPage();
  stored = stubLocalStorage({});
  lastId = 0;
});

describe('closing the page', () => {
  test('[Y4] pending changes are written at once, and nothing without them', async () => {
    const journal = createUnloadJournal(USER, createId);
    page.tell('window', 'pagehide');
    expect(stored.size).toBe(0);
    journal.begin([batch(true)]);
    page.tell('window', 'pagehide');
    expect([...stored.keys()]).toEqual([`checklist.unload-journal.${USER}.id1`]);
    expect(JSON.parse([...stored.values()][0] ?? '')).toEqual([{ id: 'id2', ...batch(true) }]);
  });

  test('[Y4] a restored page removes changes that have arrived', () => {
    const journal = createUnloadJournal(USER, createId);
    const one = journal.begin([batch(true)]);
    const other = journal.begin([batch(false)]);
    page.tell('window', 'pagehide');
    one.end();
    expect(JSON.parse([...stored.values()][0] ?? '')).toEqual(other.changes);
    other.end();
    expect(stored.size).toBe(0);
  });

  test('[Y4] a list without pending changes does not listen to the page', () => {
    const begun = vi.spyOn(window, 'addEventListener');
    const ended = vi.spyOn(window, 'removeEventListener');
    const { begin } = createUnloadJournal(USER, createId);
    expect(begun).not.toHaveBeenCalled();
    const [one, other] = [begin([batch(true)]), begin([batch(false)])];
    one.end();
    expect(ended).not.toHaveBeenCalled();
    other.end();
    expect(ended.mock.calls).toEqual([begun.mock.calls[0]]);
  });
});

describe('opening again', () => {
  const journal = (...changes: readonly object[]): void => {
    stored.set(`checklist.unload-journal.${USER}.gone`, JSON.stringify(changes));
  };

  test('[Y4] a change that did not arrive is replayed, with its undo step', async () => {
    await openTab().open(FIRST);
    const entry = { id: '1', diff: [], undone: false };
    journal({ id: 'x', patches: check(true), history: { put: [entry], remove: [] } });
    expect(await openTab().open(EMPTY_CONTENTS)).toMatchObject({
      value: { outbox: [{ patches: check(true) }], history: [entry] },
    });
    expect(stored.size).toBe(0);
    expect(await openTab().open(EMPTY_CONTENTS)).toMatchObject({ value: { outbox: [{ patches: check(true) }] } });
  });

  test('[Y4] a change that did arrive is not replayed, even after it was compacted', async () => {
    const tab = openTab();
    await tab.open(FIRST);
    await tab.append([batch(true)]);
    const arrived = { id: 'id2', ...batch(true) };
    journal(arrived);
    expect(await openTab().open(EMPTY_CONTENTS)).toMatchObject({ value: { outbox: [{ key: 1 }] } });
    await tab.compact();
    journal(arrived);
    expect(await openTab().open(EMPTY_CONTENTS)).toMatchObject({ value: { outbox: [], compactedUpTo: 1 } });
  });

  test('[Y4] a journal that an older build left is replayed', async () => {
    await openTab().open(FIRST);
    const change = { id: 'x', ...batch(true) };
    stored.set(`checklist.stranded.${USER}.gone`, JSON.stringify([change]));
    renameOldKeys();
    expect(await openTab().open(EMPTY_CONTENTS)).toMatchObject({ value: { outbox: [{ patches: check(true) }] } });
    expect(stored.size).toBe(0);
  });

  test('[Y4] [U3] a journal of version 4 is replayed: its diff has a list for each table, and its patch the old table', async () => {
    await openTab().open(FIRST);
    const row = { id: 'profile', before: { listName: 'My List' }, after: { listName: 'Party' } };
    const old = { items: [], categories: [], savedLists: [], profile: [row] };
    const patch = { table: 'profile', id: 'profile', fields: row.after };
    journal({ id: 'x', patches: [patch], history: { put: [{ id: '1', diff: old, undone: false }], remove: [] } });
    expect(await openTab().open(EMPTY_CONTENTS)).toMatchObject({
      value: {
        outbox: [{ patches: [{ ...patch, table: 'listRow' }] }],
        history: [{ id: '1', diff: [{ ...row, table: 'listRow' }] }],
      },
    });
    expect(stored.size).toBe(0);
  });

  test('[D1] after the list was cleared, the default list is created', async () => {
    journal({ id: 'x', ...batch(true) });
    expect(await openTab().open(FIRST)).toMatchObject({ value: { base: FIRST, outbox: [], isFresh: true } });
  });

  test('[D1] unreadable journals are quarantined; other accounts keep theirs', async () => {
    await openTab().open(FIRST);
    journal({ id: 7 });
    stored.set('checklist.unload-journal.other.gone', '[]');
    await openTab().open(EMPTY_CONTENTS);
    expect([...stored.keys()].toSorted()).toEqual([
      `checklist.quarantine.checklist.unload-journal.${USER}.gone`,
      'checklist.unload-journal.other.gone',
    ]);
  });
});
