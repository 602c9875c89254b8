/** Which categories collapse automatically, and when. */
import { describe, expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import type { Contents } from '#core/list/contents.ts';
import type { Store } from '#client/store/store.ts';
import { applyTo, check } from '#test/doubles/sample-list.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { OTHER_STORES } from '#core/view/item-places.ts';
import { createCategoryCollapse } from '#client/collapse/category-collapse.ts';

const FIRST = {
  items: [itemRow('milk'), itemRow('eggs', { checked: true }), itemRow('ham', { category: 'deli' })],
  categories: [categoryRow('dairy'), categoryRow('deli')],
};

/** By default a list of two items of dairy, one of them ticked, and one of deli. */
async function setUp(collapsed: readonly string[] = [], first: Partial<Contents> = FIRST) {
  const disk = createFakeDisk({ isManual: false });
  const clock = createFakeClock();
  const store = await openTab(disk, first, clock);
  const kept: (readonly string[])[] = [];
  const collapse = createCategoryCollapse({ store, clock, collapsed, save: (ids) => kept.push(ids) });
  return {
    ...collapse,
    kept,
    advance: clock.advance,
    store,
    make: (change: Change) => applyTo(store, change),
    collapsed: () => ['dairy', 'deli'].filter(collapse.isCollapsed),
    otherTab: () => openTab(disk, {}, clock),
  };
}

describe('a category', () => {
  test('[L6] that a tick completes collapses after 600 ms', async () => {
    const { make, advance, collapsed } = await setUp();
    make(check('milk'));
    advance(599);
    expect(collapsed()).toEqual([]);
    advance(1);
    expect(collapsed()).toEqual(['dairy']);
  });

  test('[O3] [L6] collapses once only items for other stores are left, and expands when one of them is for this store', async () => {
    const { make, advance, collapsed, store } = await setUp();
    for (const id of ['a', 'b']) make({ type: 'add-store', id, name: id });
    store.chooseStore('a');
    make({ type: 'set-store', ids: ['milk'], store: 'b' });
    advance(600);
    expect(collapsed()).toEqual(['dairy']);
    make({ type: 'set-store', ids: ['milk'], store: null });
    expect(collapsed()).toEqual([]);
    make({ type: 'set-store', ids: ['ham'], store: 'a' });
    make(check('ham'));
    advance(600);
    expect(collapsed()).toEqual(['deli']);
  });

  test('[O3] [L6] that was finished in one store expands if it is not finished in the next one', async () => {
    const { make, advance, collapsed, chooseStore, toggle } = await setUp();
    for (const id of ['a', 'b', 'c']) make({ type: 'add-store', id, name: id });
    make({ type: 'set-store', ids: ['milk'], store: 'b' });
    make({ type: 'set-store', ids: ['eggs', 'ham'], store: 'a' });
    make(check('eggs', false));
    chooseStore('a');
    toggle('deli');
    make(check('eggs'));
    advance(600);
    expect(collapsed()).toEqual(['dairy', 'deli']);
    chooseStore('c');
    chooseStore('b');
    // The shopper has collapsed the other one.
    expect(collapsed()).toEqual(['deli']);
    make(check('milk'));
    advance(600);
    chooseStore(null);
    expect(collapsed()).toEqual(['dairy', 'deli']);
  });

  test.each(['here', 'elsewhere'])(
    '[O3] [L6] that was finished in the chosen store expands when that store is removed %s',
    async (where) => {
      const { make, advance, collapsed, chooseStore, toggle, otherTab } = await setUp();
      for (const id of ['a', 'b']) make({ type: 'add-store', id, name: id });
      make({ type: 'set-store', ids: ['milk'], store: 'b' });
      chooseStore('a');
      toggle('deli');
      make(check('eggs', false));
      make(check('eggs'));
      advance(600);
      expect(collapsed()).toEqual(['dairy', 'deli']);
      if (where === 'here') make({ type: 'remove-store', id: 'a' });
      else applyTo(await otherTab(), { type: 'remove-store', id: 'a' });
      await quiet();
      advance(600);
      // The shopper has collapsed the other one.
      expect(collapsed()).toEqual(['deli']);
    },
  );

  test('[O3] [L6] whose last item is tied to another store is open there', async () => {
    const { make, advance, collapsed, chooseStore } = await setUp();
    for (const id of ['a', 'b']) make({ type: 'add-store', id, name: id });
    chooseStore('a');
    make({ type: 'set-store', ids: ['ham'], store: 'b' });
    advance(600);
    chooseStore('b');
    expect(collapsed()).toEqual([]);
  });

  test('[L6] does not collapse within 600 ms of another tick', async () => {
    const { make, advance, collapsed } = await setUp();
    make(check('milk'));
    advance(599);
    make(check('ham'));
    advance(599);
    expect(collapsed()).toEqual([]);
    advance(1);
    expect(collapsed()).toEqual(['dairy', 'deli']);
  });

  test('[L6] that is finished expands at rest when someone else adds to it, and not under the thumb', async () => {
    const { make, advance, collapsed, otherTab, setPointerDown } = await setUp(['deli']);
    make(check('milk'));
    advance(600);
    make(check('ham'));
    advance(600);
    expect(collapsed()).toEqual(['dairy', 'deli']);
    const other = await otherTab();
    setPointerDown(true);
    applyTo(other, { type: 'add-item', id: 'cream', name: 'Cream', category: 'dairy' });
    await quiet();
    advance(600);
    expect(collapsed()).toEqual(['dairy', 'deli']);
    setPointerDown(false);
    advance(600);
    expect(collapsed()).toEqual(['deli']);
  });

  test('[L6] that the shopper collapsed stays so when someone else adds to it', async () => {
    const { advance, collapsed, otherTab } = await setUp(['dairy']);
    const other = await otherTab();
    applyTo(other, { type: 'add-item', id: 'cream', name: 'Cream', category: 'dairy' });
    await quiet();
    advance(600);
    expect(collapsed()).toEqual(['dairy']);
  });

  test('[L6] does not collapse under the thumb', async () => {
    const { make, advance, collapsed, setPointerDown } = await setUp();
    setPointerDown(true);
    make(check('milk'));
    advance(60_000);
    expect(collapsed()).toEqual([]);
    setPointerDown(false);
    advance(600);
    expect(collapsed()).toEqual(['dairy']);
  });

  test('[L6] that was unticked in the meantime stays open', async () => {
    const { make, advance, collapsed } = await setUp();
    make(check('milk'));
    advance(300);
    make(check('milk', false));
    advance(10_000);
    expect(collapsed()).toEqual([]);
  });

  test('[spec-4] collapses when a delete empties it, or takes its last open item', async () => {
    const { make, advance, collapsed } = await setUp();
    make({ type: 'delete-item', id: 'ham' });
    make({ type: 'delete-item', id: 'milk' });
    advance(600);
    expect(collapsed()).toEqual(['dairy', 'deli']);
  });

  test('[spec-4] collapses when its last item moves away, and the one it moves to expands', async () => {
    const { make, advance, collapsed } = await setUp(['dairy']);
    make({ type: 'edit-item', id: 'ham', name: 'Ham', category: 'dairy' });
    expect(collapsed()).toEqual([]);
    advance(600);
    expect(collapsed()).toEqual(['deli']);
  });

  test('[spec-4] that was complete before stays as the user left it', async () => {
    const { make, advance, collapsed, toggle } = await setUp();
    make(check('milk'));
    advance(600);
    toggle('dairy');
    make({ type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' });
    make({ type: 'delete-item', id: 'eggs' });
    advance(600);
    expect(collapsed()).toEqual([]);
    make({ type: 'clear-checked' });
    advance(600);
    expect(collapsed()).toEqual(['dairy']);
  });

  test('[L6] that the user expands by hand during the wait stays open', async () => {
    const { make, advance, collapsed, toggle } = await setUp();
    make(check('milk'));
    toggle('dairy');
    toggle('dairy');
    advance(600);
    expect(collapsed()).toEqual([]);
  });

  test('[L6] never collapses because of another tab or device', async () => {
    const { advance, collapsed, otherTab, store } = await setUp();
    const other = await otherTab();
    applyTo(other, check('milk'));
    await quiet();
    expect(store.view.shownCategory('dairy')).toMatchObject({ checked: 2, total: 2 });
    advance(10_000);
    expect(collapsed()).toEqual([]);
  });

  test('[spec-4] expands at once when an item is added to it', async () => {
    const { make, collapsed } = await setUp(['dairy', 'deli']);
    make({ type: 'add-item', id: 'tea', name: 'Quark', category: 'dairy' });
    expect(collapsed()).toEqual(['deli']);
  });

  test('[L9] expands at once when an existing name is unchecked again', async () => {
    const { make, collapsed } = await setUp(['dairy', 'deli']);
    make({ type: 'add-item', id: 'new', name: 'EGGS', category: 'dairy' });
    expect(collapsed()).toEqual(['deli']);
  });

  test('[spec-4] expands when undo restores an item to get, and stays collapsed when all items are ticked', async () => {
    const { make, collapsed, store } = await setUp(['dairy', 'deli']);
    make({ type: 'clear-checked' });
    store.undo();
    expect(collapsed()).toEqual(['dairy', 'deli']);
    make({ type: 'delete-item', id: 'ham' });
    store.undo();
    expect(collapsed()).toEqual(['dairy']);
  });
});

describe('the collapsed categories', () => {
  test('[U3] are stored with every change, and restored at the next start', async () => {
    const { toggle, expand, kept, collapsed } = await setUp(['deli']);
    expect(collapsed()).toEqual(['deli']);
    toggle('dairy');
    expand('deli');
    expand('deli');
    expect(kept).toEqual([['deli', 'dairy'], ['dairy']]);
  });

  test('notify listeners of the changed category only', async () => {
    const { toggle, subscribe } = await setUp();
    const heard: string[] = [];
    subscribe('collapsed:dairy', () => heard.push('dairy'));
    subscribe('collapsed:deli', () => heard.push('deli'));
    toggle('dairy');
    expect(heard).toEqual(['dairy']);
  });
});

describe('in Shop mode', () => {
  test('[L14] a trip starts with everything left expanded, and ends with the earlier and the finished categories collapsed', async () => {
    const { make, advance, kept, collapsed, toggle, setShopping, isCollapsed, subscribe } = await setUp([
      'dairy',
      'deli',
    ]);
    const heard: string[] = [];
    subscribe('collapsed:dairy', () => heard.push('dairy'));
    setShopping(true);
    expect([collapsed(), heard]).toEqual([[], ['dairy']]);
    toggle('deli');
    expect([collapsed(), kept]).toEqual([['deli'], []]);
    setShopping(false);
    expect(collapsed()).toEqual(['dairy', 'deli']);
    toggle('dairy');
    setShopping(true);
    make(check('milk'));
    advance(3000);
    setShopping(false);
    expect([collapsed(), isCollapsed('dairy')]).toEqual([['dairy', 'deli'], true]);
  });

  test('[O3] [L14] the items for other stores stay collapsed until the shopper expands them', async () => {
    const { chooseStore, setShopping, isCollapsed, make, toggle } = await setUp();
    make({ type: 'add-store', id: 'a', name: 'A' });
    chooseStore('a');
    setShopping(true);
    expect(isCollapsed(OTHER_STORES)).toBe(true);
    toggle(OTHER_STORES);
    expect(isCollapsed(OTHER_STORES)).toBe(false);
  });
});

describe('with ticked items last', () => {
  const rowIds = (store: Store) => store.view.blocks('dairy').flatMap(({ itemIds }) => itemIds);
  const FOUR = { ...FIRST, items: [itemRow('a'), itemRow('b'), itemRow('c')] };

  test('[L6] a ticked row moves after 600 ms without another change, and not under the thumb', async () => {
    const { make, advance, setPointerDown, store } = await setUp([], FOUR);
    store.setTickedLast(true);
    make(check('a'));
    advance(599);
    make(check('b'));
    advance(599);
    expect(rowIds(store)).toEqual(['a', 'b', 'c']);
    setPointerDown(true);
    advance(10_000);
    expect(rowIds(store)).toEqual(['a', 'b', 'c']);
    setPointerDown(false);
    advance(600);
    expect(rowIds(store)).toEqual(['c', 'a', 'b']);
    store.undo();
    expect(rowIds(store)).toEqual(['c', 'a', 'b']);
    advance(600);
    expect(rowIds(store)).toEqual(['b', 'c', 'a']);
  });

  test('[L6] a row that another tab ticked moves at rest, too', async () => {
    const { advance, otherTab, store } = await setUp([], FOUR);
    store.setTickedLast(true);
    applyTo(await otherTab(), check('a'));
    await quiet();
    expect(rowIds(store)).toEqual(['a', 'b', 'c']);
    advance(600);
    expect(rowIds(store)).toEqual(['b', 'c', 'a']);
  });
});
