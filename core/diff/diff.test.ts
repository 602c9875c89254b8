/** Diffs, their patches and their reverse. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChange } from '#core/change/apply-change.ts';
import type { Change } from '#core/change/change.ts';
import type { List } from '#core/list/list.ts';
import { createMemory } from '#core/list/memory.ts';
import {
  arbitraryChange,
  arbitraryContents,
  arbitraryRemoteWrite,
  remoteDiff,
} from '#core/testing/arbitrary-changes.ts';
import type { RemoteWrite } from '#core/testing/arbitrary-changes.ts';
import {
  change,
  categoryRow,
  itemRow,
  memoryOf,
  readContents,
  readLive,
  savedListRow,
} from '#core/testing/contents.ts';
import { EMPTY_DIFF, diffToPatches, isEmptyDiff } from './diff.ts';
import type { Diff, Patch } from './diff.ts';
import { foldRow } from './fold.ts';
import { reverseDiff } from './reverse-diff.ts';
import { changedRows, changeRow, isSameValue, removeRow, setFields, setRow } from './row-diff.ts';

const stepDiff = (list: List, step: Change | RemoteWrite): Diff => {
  if (!('type' in step)) return remoteDiff(list, step);
  const result = applyChange(list, step);
  return result.ok ? result.value.diff : EMPTY_DIFF;
};

const foldPatch = (list: List, patch: Patch): unknown => {
  switch (patch.table) {
    case 'items':
      return foldRow('items', list.items.get(patch.id), patch);
    case 'categories':
      return foldRow('categories', list.categories.get(patch.id), patch);
    case 'savedLists':
      return foldRow('savedLists', list.savedLists.get(patch.id), patch);
    case 'profile':
      return foldRow('profile', list.profile.get(patch.id), patch);
  }
};

describe('any diff', () => {
  const steps = fc.array(
    fc.oneof({ weight: 3, arbitrary: arbitraryChange }, { weight: 1, arbitrary: arbitraryRemoteWrite }),
    { maxLength: 60, size: 'max' },
  );
  const everyStep = (check: (diff: Diff, list: List, take: () => void) => void): void => {
    fc.assert(
      fc.property(arbitraryContents, steps, (contents, made) => {
        const { list, apply } = createMemory(contents);
        for (const step of made) {
          const diff = stepDiff(list, step);
          check(diff, list, () => apply(diff));
        }
      }),
      { numRuns: 60 },
    );
  };

  test('[Y1] the patches of a diff, folded over the rows before, give the rows after', () => {
    everyStep((diff, list, take) => {
      const patches = diffToPatches(diff);
      const folded = patches.map((patch) => foldPatch(list, patch));
      take();
      expect(folded).toEqual(patches.map(({ table, id }) => list[table].get(id)));
    });
  });

  test('[Y1] names each row once, and only fields that change', () => {
    everyStep((diff, list, take) => {
      for (const table of ['items', 'categories', 'savedLists', 'profile'] as const) {
        expect(new Set(diff[table].map(({ id }) => id)).size).toBe(diff[table].length);
        for (const { id, before, after } of diff[table]) {
          const old = list[table].get(id);
          if (old === undefined)
            expect(before).toEqual({ ...before, ...(table === 'profile' ? {} : { deleted: true }) });
          else {
            expect(old).toMatchObject(before);
            expect(Object.keys(after)).toEqual(Object.keys(before));
            expect(Object.entries(after).filter(([name, value]) => isSameValue(Reflect.get(old, name), value))).toEqual(
              [],
            );
          }
        }
      }
      take();
    });
  });

  test('[U1] reversed and applied at once, gives back every live row; reversed again, does it again', () => {
    everyStep((diff, list, take) => {
      const before = readLive(list);
      const copy = createMemory(readContents(list));
      take();
      copy.apply(diff);
      const reverse = reverseDiff(copy.list, diff);
      copy.apply(reverse);
      expect(readLive(copy.list)).toEqual(before);
      copy.apply(reverseDiff(copy.list, reverse));
      expect(readLive(copy.list)).toEqual(readLive(list));
    });
  });
});

describe('reversing', () => {
  const contents = { items: [itemRow('milk', { name: 'Milk' })], categories: [categoryRow('dairy')] };

  test("[U1] only fields that still have my value go back: another's rename survives the undo of my tick", () => {
    const memory = memoryOf(contents);
    const mine = change(memory, { type: 'check-item', id: 'milk', checked: true });
    change(memory, { type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' });
    const reverse = reverseDiff(memory.list, mine);
    expect(reverse.items).toEqual([{ id: 'milk', before: { checked: true }, after: { checked: false } }]);
  });

  test('[U1] what another device set to another value is not mine to undo, and nothing is left', () => {
    const memory = memoryOf(contents);
    const mine = change(memory, { type: 'check-item', id: 'milk', checked: true });
    change(memory, { type: 'check-item', id: 'milk', checked: false });
    expect(isEmptyDiff(reverseDiff(memory.list, mine))).toBe(true);
  });

  test('[U2] an added item goes by its tombstone alone, so that its name is still known', () => {
    const memory = memoryOf(contents);
    const mine = change(memory, { type: 'add-item', id: 'eggs', name: 'Eggs', category: 'dairy' });
    const reverse = reverseDiff(memory.list, mine);
    expect(diffToPatches(reverse)).toEqual([{ table: 'items', id: 'eggs', fields: { deleted: true } }]);
    memory.apply(reverse);
    expect(memory.list.items.get('eggs')).toMatchObject({ name: 'Eggs', deleted: true });
  });

  test('[U2] deleting a category and undoing brings back its items and the category', () => {
    const memory = memoryOf({ ...contents, items: [...contents.items, itemRow('old', { deleted: true })] });
    const before = readLive(memory.list);
    const mine = change(memory, { type: 'delete-categories', ids: ['dairy'] });
    expect(readLive(memory.list)).toMatchObject({ items: [], categories: [] });
    memory.apply(reverseDiff(memory.list, mine));
    expect(readLive(memory.list)).toEqual(before);
  });

  test('[U2] a step covers items, categories in the list and the list name together', () => {
    const memory = memoryOf(contents);
    const before = readLive(memory.list);
    const mine = change(memory, { type: 'create-empty-list' });
    expect([mine.items.length, mine.categories.length, mine.profile.length]).toEqual([1, 1, 1]);
    memory.apply(reverseDiff(memory.list, mine));
    expect(readLive(memory.list)).toEqual(before);
    expect(before.listName).toBe('My List');
  });

  test('[U2] undoing the first name a list ever got only sets the name: a profile is never deleted', () => {
    const memory = memoryOf({});
    const mine = change(memory, { type: 'create-empty-list' });
    memory.apply(reverseDiff(memory.list, mine));
    expect(memory.list.profile.get('profile')).toEqual({ id: 'profile', listName: 'My List', deleted: false });
  });

  test('[U1] saved items that come back from the database in another order of fields are still mine to undo', () => {
    const memory = memoryOf({ ...contents, savedLists: [savedListRow('s', { items: [] })] });
    const mine = change(memory, { type: 'save-over-list', id: 's', createdAt: 'later', takeName: false });
    const items = [{ checked: false, id: 'milk', name: 'Milk', category: 'dairy' }];
    memory.apply({ ...EMPTY_DIFF, savedLists: [{ id: 's', before: {}, after: { items } }] });
    expect(reverseDiff(memory.list, mine).savedLists[0]?.after.items).toEqual([]);
  });

  test('[U1] a row that is not here is left alone', () => {
    const mine: Diff = { ...EMPTY_DIFF, items: [{ id: 'x', before: { checked: false }, after: { checked: true } }] };
    expect(isEmptyDiff(reverseDiff(memoryOf({}).list, mine))).toBe(true);
  });
});

describe('the diff of a row', () => {
  const row = itemRow('1', { name: 'Milk' });

  test('[Y2] a new row was deleted before and has all its fields after', () => {
    const { deleted: _, ...item } = row;
    expect(setRow(undefined, item)).toEqual({
      id: '1',
      before: { deleted: true },
      after: { name: 'Milk', category: 'dairy', checked: false, deleted: false },
    });
  });

  test('[Y2] deleting sets the tombstone and nothing else', () => {
    expect(removeRow(row)).toEqual({ id: '1', before: { deleted: false }, after: { deleted: true } });
    expect(removeRow({ ...row, deleted: true })).toBeNull();
    expect(removeRow(undefined)).toBeNull();
  });

  test('[Y2] a deleted row is brought back by what differs', () => {
    const item = { id: '1', name: 'Milk', category: 'dairy', checked: true };
    expect(setRow({ ...row, deleted: true }, item)).toEqual({
      id: '1',
      before: { checked: false, deleted: true },
      after: { checked: true, deleted: false },
    });
  });

  test('[Y1] setting what is so already is no change', () => {
    expect(setFields(row, { name: 'Milk', checked: false })).toBeNull();
    expect(changeRow(row, { ...row })).toBeNull();
    const saved = savedListRow('s', { items: [{ id: '1', name: 'Milk', category: 'dairy', checked: false }] });
    expect(changeRow(saved, structuredClone(saved))).toBeNull();
    expect(changeRow(saved, { ...saved, items: [] })).not.toBeNull();
  });

  test('[Y1] of a row named twice the last diff counts, and rows that stay are left out', () => {
    const first = setFields(row, { name: 'A' });
    const last = setFields(row, { name: 'B' });
    expect(changedRows([first, null, last])).toEqual([last]);
  });

  test('[Y4] the patches of a diff come table by table, categories before the items that need them', () => {
    const memory = memoryOf({ items: [itemRow('1')], categories: [categoryRow('dairy'), categoryRow('deli')] });
    const diff = change(memory, { type: 'save-list-as', id: 's', name: 'Week', createdAt: 'now' });
    const emptied = change(memory, { type: 'create-empty-list' });
    expect(diffToPatches({ ...emptied, savedLists: diff.savedLists }).map(({ table }) => table)).toEqual([
      'categories',
      'categories',
      'items',
      'savedLists',
      'profile',
    ]);
  });
});
