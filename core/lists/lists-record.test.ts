/** The record of an account's lists. */
import { describe, expect, test } from 'vitest';
import {
  addNewList,
  changeEntry,
  countLists,
  countRemovals,
  createListsRecord,
  discardEntry,
  endEntry,
  endIfConfirmed,
  isDiscarded,
  keepInEnded,
  keepUnsentLists,
  markCreated,
  mergeMemberships,
  removeEndedEntry,
  removeEntry,
  sortEntries,
  type ListsRecord,
  type Membership,
} from './lists-record.ts';

const ME = { id: 'ann', name: 'Ann', role: 'owner' } as const;
const FIRST = createListsRecord('ann', 'My List');
const membership = (fields: Partial<Membership>): Membership => ({
  id: 'party',
  name: 'Party',
  role: 'owner',
  members: [ME],
  deleted: false,
  version: 1,
  ...fields,
});
/** Merges what a pull answers that began with an earlier record. */
const mergeLate = (record: ListsRecord, atStart: ListsRecord, ...pulled: readonly Partial<Membership>[]) =>
  mergeMemberships(record, pulled.map(membership), countRemovals(atStart));
const merge = (record: ListsRecord, ...pulled: readonly Partial<Membership>[]) => mergeLate(record, record, ...pulled);
const statesOf = ({ entries }: ListsRecord) => entries.map(({ id, name, state }) => [id, name, state]);

describe('[H7] memberships that were pulled', () => {
  test('add lists, and move the cursor to the newest version', () => {
    const record = merge(FIRST, { id: 'ann', name: 'Home', version: 2 }, { version: 3 });
    expect(statesOf(record)).toEqual([
      ['ann', 'Home', 'active'],
      ['party', 'Party', 'active'],
    ]);
    expect(record.cursor).toBe(3);
  });

  test('change nothing if they are older than what is known, in any order of arrival', () => {
    const newer = merge(FIRST, { name: 'New', version: 5 });
    expect(merge(newer, { name: 'Old', version: 4 })).toEqual(newer);
    expect(merge(newer, { deleted: true, version: 5 })).toEqual(newer);
  });

  test('confirm a list that was created here', () => {
    const created = addNewList(FIRST, { id: 'party', name: 'Party' }, 'new');
    expect(statesOf(merge(created, {})).at(-1)).toEqual(['party', 'Party', 'active']);
  });
});

describe('[H6] a membership that ended', () => {
  test('ends the list and keeps its name for the notice', () => {
    const record = merge(merge(FIRST, {}), { name: '', members: [], deleted: true, version: 2 });
    expect(statesOf(record).at(-1)).toEqual(['party', 'Party', 'ended']);
    expect(countLists(record)).toBe(1);
  });

  test('changes nothing if this device left the list', () => {
    const left = removeEntry(merge(FIRST, {}), 'party');
    expect(statesOf(merge(left, { deleted: true, version: 2 }))).toEqual([['ann', 'My List', 'active']]);
  });

  test('begins again with a new membership, which keeps the changes that were not sent', () => {
    const copy = { listName: 'Party', items: [], categories: [], savedLists: [] };
    const unsent = { copy, patches: [] };
    const ended = changeEntry(endEntry(merge(FIRST, {}), 'party'), 'party', { unsent });
    const again = merge(ended, { version: 4 });
    expect(again.entries.at(-1)).toMatchObject({ state: 'active', unsent });
  });
});

describe('[H6] a pull that began before this device removed a list', () => {
  const known = merge(FIRST, { version: 3 });
  const left = removeEntry(known, 'party');
  const dismissed = removeEndedEntry(merge(known, { deleted: true, version: 5 }), 'party');

  test.each([
    ['left', left],
    ['dismissed', dismissed],
  ])('does not bring back a list that was %s, whatever its version', (_, record) => {
    for (const version of [3, 4]) {
      const merged = mergeLate(record, known, { version });
      expect(statesOf(merged)).toEqual([['ann', 'My List', 'active']]);
    }
  });

  test('does not revive a list that was left with unsent changes', () => {
    const ended = endEntry(known, 'party');
    expect(statesOf(mergeLate(ended, known, { version: 4 })).at(-1)).toEqual(['party', 'Party', 'ended']);
  });

  test('leaves new lists to the next pull, and updates known lists', () => {
    const pulled = [
      { id: 'ann', name: 'Home', version: 6 },
      { id: 'work', name: 'Work', version: 7 },
      { id: 'ann', name: 'House', version: 8 },
    ];
    const late = mergeLate(left, known, ...pulled);
    expect([statesOf(late), late.cursor]).toEqual([[['ann', 'House', 'active']], 6]);
    expect(statesOf(merge(late, ...pulled)).at(-1)).toEqual(['work', 'Work', 'active']);
  });

  test('does not keep the account from joining the list again', () => {
    expect(statesOf(merge(left, { version: 9 })).at(-1)).toEqual(['party', 'Party', 'active']);
  });
});

describe('[H2] a list that was deleted here before the backend was known to have it', () => {
  const created = addNewList(FIRST, { id: 'party', name: 'Party' }, 'new');
  const discarded = discardEntry(created, 'party');

  test('does not come back when the backend reports it, and is recognized, so that it is deleted there', () => {
    const merged = merge(discarded, { id: 'ann', name: 'Home', version: 1 }, { version: 2 });
    expect([statesOf(merged), merged.cursor]).toEqual([[['ann', 'Home', 'active']], 1]);
    expect(isDiscarded(merged, membership({ version: 2 }))).toBe(true);
    expect(isDiscarded(merged, membership({ deleted: true, version: 3 }))).toBe(false);
    expect(merge(merged, { deleted: true, version: 3 }).cursor).toBe(3);
  });

  test('is reported again if a pull had reported it just before', () => {
    const reported = merge(created, { version: 2 }, { id: 'ann', name: 'Home', version: 5 });
    expect([reported.cursor, discardEntry(reported, 'party').cursor, discardEntry(created, 'party').cursor]).toEqual([
      5, 1, 0,
    ]);
  });

  test('comes back if the account has shared it from another device', () => {
    const members = [ME, { id: 'bob', name: 'Bob', role: 'member' } as const];
    const shared = merge(discarded, { members });
    expect(statesOf(shared).at(-1)).toEqual(['party', 'Party', 'active']);
    expect(isDiscarded(shared, membership({ version: 2 }))).toBe(false);
    expect(merge(shared, { version: 2 }).entries.at(-1)?.members).toEqual([ME]);
  });
});

describe('[H6] the end of a membership, which a device learns from a refusal,', () => {
  const known = merge(FIRST, { version: 5 });
  const ended = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => membership({ id: `ended-${at}`, deleted: true, version: from + at }));

  const stateAfter = (record: ListsRecord, all: readonly Membership[]) =>
    endIfConfirmed(record, { id: 'party', version: record.entries[1]?.version ?? 0 }, all).entries[1]?.state;

  test('is confirmed by the ended membership, and not by one that the backend does not know, as after a restore', () => {
    expect(stateAfter(known, [membership({ deleted: true, version: 6 })])).toBe('ended');
    expect(stateAfter(known, [membership({ version: 6 }), ...ended(200, 7)])).toBe('active');
    expect(stateAfter(known, [])).toBe('active');
  });

  test('is confirmed if so many others ended later that the backend has forgotten it', () => {
    expect(stateAfter(known, ended(200, 7))).toBe('ended');
    expect(stateAfter(known, ended(199, 7))).toBe('active');
    expect(stateAfter(known, ended(200, 5))).toBe('active');
    // The backend has never reported this list.
    expect(stateAfter(addNewList(FIRST, { id: 'party', name: '' }, 'active'), ended(200, 7))).toBe('active');
  });

  test('does not end the membership of an account that has joined the list again meanwhile', () => {
    const again = merge(known, { version: 7 });
    expect(endIfConfirmed(again, { id: 'party', version: 5 }, [membership({ deleted: true, version: 6 })])).toBe(again);
  });
});

test('[H6] the notice about an ended list can be dismissed, and a list that was joined again stays', () => {
  const ended = endEntry(merge(FIRST, {}), 'party');
  expect(removeEndedEntry(ended, 'party').entries).toHaveLength(1);
  expect(removeEndedEntry(merge(ended, { version: 4 }), 'party').entries).toHaveLength(2);
});

test('[H6] [O3] changes that were kept twice are joined, and the later ones win', () => {
  const item = (id: string, name: string) => ({ id, name, category: 'c', checked: false });
  const copy = {
    listName: 'Party',
    stores: { 'store:m': 'Market', 'store:k': 'Kiosk' },
    items: [item('a', 'Ice'), item('b', 'Tea')],
    categories: [],
    savedLists: [],
  };
  const tick = (id: string) => ({ table: 'items', id, fields: { checked: true } }) as const;
  const later = {
    ...copy,
    stores: { 'store:m': 'Farmers’ market' },
    items: [item('b', 'Green tea'), item('c', 'Cups')],
  };
  const ended = endEntry(merge(FIRST, {}), 'party');
  const kept = keepInEnded(ended, 'party', { copy, patches: [tick('a')] });
  const joined = keepInEnded(kept, 'party', { copy: later, patches: [tick('c')] }).entries.at(-1)?.unsent;
  expect(joined?.copy.items.map(({ name }) => name)).toEqual(['Ice', 'Green tea', 'Cups']);
  // Their items are tied to these stores (product O3).
  expect(joined?.copy.stores).toEqual({ 'store:m': 'Farmers’ market', 'store:k': 'Kiosk' });
  expect(joined?.patches).toEqual([tick('a'), tick('c')]);
});

test('[H6] changes of a list that was joined again stay in the list itself', () => {
  const again = merge(endEntry(merge(FIRST, {}), 'party'), { version: 4 });
  const copy = { listName: 'Party', items: [], categories: [], savedLists: [] };
  expect(keepInEnded(again, 'party', { copy, patches: [] })).toBe(again);
});

test('[S5] a list that the backend has just created has its owner as the only member, until others are reported', () => {
  const created = markCreated(addNewList(FIRST, { id: 'party', name: 'Party' }, 'new'), 'party', 'ann');
  expect(created.entries[1]).toMatchObject({ state: 'active', members: [{ id: 'ann', role: 'owner' }], version: 0 });
  const bob = { id: 'bob', name: 'Bob', role: 'member' } as const;
  const shared = merge(created, { members: [ME, bob] });
  expect(shared.entries[1]?.members).toEqual([ME, bob]);
  expect(markCreated(shared, 'party', 'ann').entries[1]?.members).toEqual([ME, bob]);
});

test('[H6] a late answer to the request that created a list does not revive it after it ended', () => {
  const created = addNewList(FIRST, { id: 'party', name: 'Party' }, 'new');
  const ended = merge(created, { deleted: true, version: 2 });
  expect(markCreated(ended, 'party', 'ann')).toBe(ended);
});

test('[H2] the personal list comes first, then the others by name', () => {
  const record = merge(FIRST, { id: 'b', name: 'zoo', version: 1 }, { id: 'a', name: 'Ärzte', version: 2 });
  const { compare } = new Intl.Collator('en');
  expect(sortEntries(record.entries, 'ann', compare).map(({ name }) => name)).toEqual(['My List', 'Ärzte', 'zoo']);
});

test('[Y9] after a session that the owner ended elsewhere, only lists with unsent changes stay, without their members', () => {
  const unsent = { copy: { listName: '', items: [], categories: [], savedLists: [] }, patches: [] };
  const known = merge(FIRST, {}, { id: 'work', name: 'Work' }, { id: 'left', name: 'Left' });
  const record = changeEntry(endEntry(changeEntry(known, 'ann', { name: 'Mine' }), 'left'), 'left', { unsent });
  const kept = keepUnsentLists(record, FIRST, new Set(['work']));
  expect(kept.cursor).toBe(0);
  expect(kept.entries).toMatchObject([
    FIRST.entries[0],
    { id: 'work', name: 'Work', members: [], version: 0 },
    { id: 'left', state: 'ended', unsent },
  ]);
  expect(statesOf(keepUnsentLists(record, FIRST, new Set(['ann'])))[0]).toEqual(['ann', 'Mine', 'active']);
  // A list that was deleted here may still have to be deleted on the backend.
  expect(keepUnsentLists(discardEntry(record, 'work'), FIRST, new Set()).discarded).toEqual(['work']);
});
