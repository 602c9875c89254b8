/** The view always matches the list and notifies at least every key that changed. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { createMemory, type Memory } from '#core/memory/memory.ts';
import type { List } from '#core/list/list.ts';
import { createNameOrder, type NameOrder } from '#core/name/name-key.ts';
import { arbitraryContents, arbitrarySteps, remoteDiff, stepDiff } from '#core/testing/arbitrary-changes.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { BLOCK_SIZE } from './category-blocks.ts';
import { OTHER_STORES } from './item-places.ts';
import { createListView, type ListView, type ViewKey } from './list-view.ts';

const order = createNameOrder('en');

/** All possible category ids: those of random lists and of the tests' rows. Items for other stores are apart. */
const shownCategoryIdsOf = (list: List): readonly string[] => [
  ...new Set([...list.categories.keys(), ...[...list.items.values()].map((item) => item.category), OTHER_STORES]),
];

/** A store of random lists, which a list may not have; null for none. */
const storeChoice = fc.option(fc.constantFrom('st0', 'st1', 'st2'), { freq: 2 });

/** Steps of a list, and choices of stores. */
const stepsAndChoices = fc
  .tuple(arbitrarySteps, fc.array(fc.tuple(fc.nat(60), storeChoice), { maxLength: 10 }))
  .map(([made, choices]) =>
    choices.reduce<readonly Step[]>((all, [at, store]) => all.toSpliced(at, 0, { chosen: store }), made),
  );
type Choice = { readonly chosen: string | null };
type Step = Parameters<typeof stepDiff>[1] | Choice;

/** Takes a step on the list and its view; returns the changed keys. */
function takeStep({ list, apply }: Memory, view: ListView, step: Step): ReadonlySet<ViewKey> {
  if ('chosen' in step) return view.chooseStore(step.chosen);
  const diff = stepDiff(list, step);
  apply(diff);
  return view.update(diff);
}

/** The content of a view, without the keys of blocks, which may differ. */
const readView = (view: ListView, list: List) => ({
  heading: view.heading(),
  categoryIds: view.shownCategoryIds(),
  categories: view.categories(),
  savedLists: view.savedLists(),
  stores: [view.stores(), view.chosenStore(), view.otherStores()],
  shownCategories: shownCategoryIdsOf(list).map((id) => [
    id,
    view.shownCategory(id),
    view.blocks(id).flatMap((block) => block.itemIds),
  ]),
});

/** Everything that components read, by the key they subscribe to. */
const readParts = (view: ListView, list: List): ReadonlyMap<ViewKey, unknown> => {
  const parts = new Map<ViewKey, unknown>([
    ['heading', view.heading()],
    ['shownCategories', view.shownCategoryIds()],
    ['categories', view.categories()],
    ['savedLists', view.savedLists()],
    ['stores', [view.stores(), view.chosenStore()]],
    ['otherStores', view.otherStores()],
  ]);
  for (const id of shownCategoryIdsOf(list)) {
    const blocks = view.blocks(id);
    parts.set(`category:${id}`, view.shownCategory(id));
    parts.set(
      `blocks:${id}`,
      blocks.map((block) => [block.key, block.itemIds.length]),
    );
    for (const { key } of blocks) parts.set(`block:${key}`, view.block(key));
  }
  for (const item of list.items.values()) parts.set(`item:${item.id}`, item);
  return parts;
};

/** The keys of all differences. A new block or category is covered by the key of the row that contains it. */
const changedKeys = (
  before: ReadonlyMap<ViewKey, unknown>,
  after: ReadonlyMap<ViewKey, unknown>,
): readonly ViewKey[] => {
  const isThere = (key: ViewKey): boolean => before.has(key) || !key.startsWith('block:');
  return [...after.keys()].filter((key) => {
    if (!isThere(key)) return false;
    const old = before.get(key) ?? (key.startsWith('blocks:') ? [] : undefined);
    return JSON.stringify(old) !== JSON.stringify(after.get(key));
  });
};

describe('the view after any changes and anything from other devices', () => {
  test('[spec-2] [O3] equals a newly built view, its blocks have 1 to 64 rows, and each block matches its key', () => {
    fc.assert(
      fc.property(arbitraryContents, stepsAndChoices, storeChoice, (contents, made, initial) => {
        const memory = createMemory(contents);
        const { list } = memory;
        let store: string | null = initial;
        const view = createListView(list, order, { chosenStore: store });
        for (const step of made) {
          takeStep(memory, view, step);
          if ('chosen' in step) store = step.chosen;
          expect(readView(view, list)).toEqual(readView(createListView(list, order, { chosenStore: store }), list));
          const blocks = shownCategoryIdsOf(list).flatMap((id) => view.blocks(id));
          expect(blocks.filter(({ itemIds }) => itemIds.length < 1 || itemIds.length > 2 * BLOCK_SIZE)).toEqual([]);
          expect(blocks.map(({ key }) => view.block(key))).toEqual(blocks.map(({ itemIds }) => itemIds));
          expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('[spec-2] [O3] returns the keys of everything that looks different', () => {
    fc.assert(
      fc.property(arbitraryContents, stepsAndChoices, storeChoice, (contents, made, store) => {
        const memory = createMemory(contents);
        const { list } = memory;
        const view = createListView(list, order, { chosenStore: store });
        for (const step of made) {
          const before = readParts(view, list);
          const keys = takeStep(memory, view, step);
          expect(changedKeys(before, readParts(view, list)).filter((key) => !keys.has(key))).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the keys of an update', () => {
  const rows = Array.from({ length: 100 }, (_, at) => itemRow(`i${100 + at}`, { category: at % 2 ? 'dairy' : 'deli' }));
  const open = () => {
    const memory = memoryOf({ items: rows, categories: [categoryRow('dairy'), categoryRow('deli')] });
    const view = createListView(memory.list, order);
    return { view, update: (wanted: Change) => view.update(change(memory, wanted)) };
  };

  test('[L6] a tick moves no row: only its item, its category and the heading change', () => {
    expect(open().update({ type: 'check-item', id: 'i101', checked: true })).toEqual(
      new Set(['item:i101', 'category:dairy', 'heading']),
    );
  });

  test('[L6] a tick sorts nothing', () => {
    const compare = vi.fn<NameOrder>(order);
    const memory = memoryOf({ items: rows, categories: [categoryRow('dairy'), categoryRow('deli')] });
    const view = createListView(memory.list, compare);
    compare.mockClear();
    view.update(change(memory, { type: 'check-item', id: 'i101', checked: true }));
    expect(compare).not.toHaveBeenCalled();
  });

  test('[spec-4] a new item changes one block; the blocks after it start one row later', () => {
    const { view, update } = open();
    const blocks = view.blocks('dairy');
    expect(update({ type: 'add-item', id: 'new', name: 'i100.5', category: 'dairy' })).toEqual(
      new Set(['item:new', 'blocks:dairy', `block:${blocks[0]?.key}`, 'category:dairy', 'heading']),
    );
    expect(view.blocks('dairy').map(({ key }) => key)).toEqual(blocks.map(({ key }) => key));
  });

  test('[spec-4] a removed block is empty under its key', () => {
    const { view, update } = open();
    const keys = view.blocks('dairy').map(({ key }) => key);
    update({ type: 'delete-categories', ids: ['dairy'] });
    expect(view.blocks('dairy')).toEqual([]);
    expect(keys.map((key) => view.block(key))).toEqual(keys.map(() => []));
  });

  test('[spec-4] renaming the list changes only the heading', () => {
    const memory = memoryOf({ listRow: [{ id: 'profile', listName: 'Old', deleted: false }] });
    const view = createListView(memory.list, order);
    expect(view.update(change(memory, { type: 'create-empty-list' }))).toEqual(new Set(['heading']));
    expect(view.heading().name).toBe('New List');
  });

  test('[spec-3] a change of a category that is not in the list changes no key', () => {
    const memory = memoryOf({ categories: [categoryRow('known', { inList: false })] });
    const view = createListView(memory.list, order);
    const diff = remoteDiff(memory.list, {
      items: [],
      categories: [{ id: 'known', fields: { name: 'Renamed' } }],
      savedLists: [],
      listRow: [],
    });
    memory.apply(diff);
    expect(view.update(diff)).toEqual(new Set(['categories']));
  });

  test('an empty diff notifies no subscriber', () => {
    expect(open().view.update([])).toEqual(new Set());
  });
});

describe('with ticked items last', () => {
  /** A change, another device's write, rest, or a change of the setting. */
  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: stepsAndChoices.map(([step]) => step) },
      { weight: 2, arbitrary: fc.constant('rest' as const) },
      { weight: 1, arbitrary: fc.constantFrom('on' as const, 'off' as const) },
    ),
    { maxLength: 20, size: 'max' },
  );

  test('[L6] at rest the view equals a newly built view, and returns the keys of everything that moved', () => {
    fc.assert(
      fc.property(arbitraryContents, steps, (contents, made) => {
        const memory = createMemory(contents);
        const { list } = memory;
        let isTickedLast = true;
        let store: string | null = null;
        const view = createListView(list, order, { isTickedLast });
        const newView = () => createListView(list, order, { isTickedLast, chosenStore: store });
        const expectKeys = (take: () => ReadonlySet<ViewKey>): void => {
          const before = readParts(view, list);
          const keys = take();
          expect(changedKeys(before, readParts(view, list)).filter((key) => !keys.has(key))).toEqual([]);
        };
        for (const step of made) {
          expectKeys(() => {
            if (step === undefined) return new Set();
            if (step === 'rest') return view.sortTicked();
            if (step === 'on' || step === 'off') {
              isTickedLast = step === 'on';
              return view.setTickedLast(isTickedLast);
            }
            if ('chosen' in step) store = step.chosen;
            return takeStep(memory, view, step);
          });
          if (step !== 'rest') continue;
          expect(readView(view, list)).toEqual(readView(newView(), list));
        }
        expectKeys(view.sortTicked);
        expect(readView(view, list)).toEqual(readView(newView(), list));
      }),
      { numRuns: 200 },
    );
  });

  const open = (isTickedLast: boolean) => {
    const rows = Array.from({ length: 100 }, (_, at) => itemRow(`i${100 + at}`));
    const memory = memoryOf({ items: rows, categories: [categoryRow('dairy')] });
    const view = createListView(memory.list, order, { isTickedLast });
    const ids = () => view.blocks('dairy').flatMap(({ itemIds }) => itemIds);
    return { view, ids, update: (wanted: Change) => view.update(change(memory, wanted)) };
  };

  test('[L6] a tick moves its row at rest and not before, and changes only the two blocks it moves between', () => {
    const { view, ids, update } = open(true);
    const before = ids();
    expect(update({ type: 'check-item', id: 'i101', checked: true })).toEqual(
      new Set(['item:i101', 'category:dairy', 'heading']),
    );
    expect(ids()).toEqual(before);
    const keys = view.blocks('dairy').map(({ key }) => `block:${key}`);
    expect(view.sortTicked()).toEqual(new Set(['blocks:dairy', keys[0], keys.at(-1)]));
    expect(ids()).toEqual([...before.filter((id) => id !== 'i101'), 'i101']);
    expect(view.sortTicked()).toEqual(new Set());
  });

  test('[L6] a row that is unticked before the list is at rest does not move', () => {
    const { view, update } = open(true);
    update({ type: 'check-item', id: 'i101', checked: true });
    update({ type: 'check-item', id: 'i101', checked: false });
    expect(view.sortTicked()).toEqual(new Set());
  });

  test('without the setting no tick moves a row; changing the setting sorts at once', () => {
    const { view, ids, update } = open(false);
    const before = ids();
    update({ type: 'check-item', id: 'i101', checked: true });
    expect(view.sortTicked()).toEqual(new Set());
    view.setTickedLast(true);
    expect(ids().at(-1)).toBe('i101');
    expect(view.setTickedLast(true)).toEqual(new Set());
    view.setTickedLast(false);
    expect(ids()).toEqual(before);
  });
});
