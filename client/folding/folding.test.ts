/** Which categories fold by themselves, and when. */
import { describe, expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { act, check } from '#test/doubles/acts.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createFolding } from './folding.ts';

const FIRST = {
  items: [itemRow('milk'), itemRow('eggs', { checked: true }), itemRow('ham', { category: 'deli' })],
  categories: [categoryRow('dairy'), categoryRow('deli')],
};

/** A list of two items of dairy, one of them ticked, and one of deli. */
async function setUp(folded: readonly string[] = []) {
  const disk = createFakeDisk({ isManual: false });
  const clock = createFakeClock();
  const store = await openTab(disk, FIRST, clock);
  const kept: (readonly string[])[] = [];
  const folding = createFolding({ store, clock, folded, keep: (ids) => kept.push(ids) });
  return {
    ...folding,
    kept,
    advance: clock.advance,
    store,
    act: (change: Change) => act(store, change),
    folded: () => ['dairy', 'deli'].filter(folding.isFolded),
    otherTab: () => openTab(disk, {}, clock),
  };
}

describe('a category', () => {
  test('[L6] that a tick completes folds when 600 ms have passed', async () => {
    const { act: make, advance, folded } = await setUp();
    make(check('milk'));
    advance(599);
    expect(folded()).toEqual([]);
    advance(1);
    expect(folded()).toEqual(['dairy']);
  });

  test('[L6] does not fold before another tick is 600 ms old', async () => {
    const { act: make, advance, folded } = await setUp();
    make(check('milk'));
    advance(599);
    make(check('ham'));
    advance(599);
    expect(folded()).toEqual([]);
    advance(1);
    expect(folded()).toEqual(['dairy', 'deli']);
  });

  test('[L6] does not fold under the thumb', async () => {
    const { act: make, advance, folded, setPointerDown } = await setUp();
    setPointerDown(true);
    make(check('milk'));
    advance(60_000);
    expect(folded()).toEqual([]);
    setPointerDown(false);
    advance(600);
    expect(folded()).toEqual(['dairy']);
  });

  test('[L6] that was unticked meanwhile stays open', async () => {
    const { act: make, advance, folded } = await setUp();
    make(check('milk'));
    advance(300);
    make(check('milk', false));
    advance(10_000);
    expect(folded()).toEqual([]);
  });

  test('[spec-4] folds when a delete empties it, or takes its last open item', async () => {
    const { act: make, advance, folded } = await setUp();
    make({ type: 'delete-item', id: 'ham' });
    make({ type: 'delete-item', id: 'milk' });
    advance(600);
    expect(folded()).toEqual(['dairy', 'deli']);
  });

  test('[spec-4] folds when its last item moves away, and the one it moves to unfolds', async () => {
    const { act: make, advance, folded } = await setUp(['dairy']);
    make({ type: 'edit-item', id: 'ham', name: 'Ham', category: 'dairy' });
    expect(folded()).toEqual([]);
    advance(600);
    expect(folded()).toEqual(['deli']);
  });

  test('[spec-4] that was complete before stays as the shopper has it', async () => {
    const { act: make, advance, folded, toggle } = await setUp();
    make(check('milk'));
    advance(600);
    toggle('dairy');
    make({ type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' });
    make({ type: 'delete-item', id: 'eggs' });
    advance(600);
    expect(folded()).toEqual([]);
    make({ type: 'clear-checked' });
    advance(600);
    expect(folded()).toEqual(['dairy']);
  });

  test('[L6] that the shopper opens by hand while it waits stays open', async () => {
    const { act: make, advance, folded, toggle } = await setUp();
    make(check('milk'));
    toggle('dairy');
    toggle('dairy');
    advance(600);
    expect(folded()).toEqual([]);
  });

  test('[L6] never folds by what another tab or device did', async () => {
    const { advance, folded, otherTab, store } = await setUp();
    const other = await otherTab();
    act(other, check('milk'));
    await quiet();
    expect(store.view.group('dairy')).toMatchObject({ checked: 2, total: 2 });
    advance(10_000);
    expect(folded()).toEqual([]);
  });

  test('[spec-4] unfolds at once when an item is added to it', async () => {
    const { act: make, folded } = await setUp(['dairy', 'deli']);
    make({ type: 'add-item', id: 'tea', name: 'Quark', category: 'dairy' });
    expect(folded()).toEqual(['deli']);
  });

  test('[L9] unfolds at once when a name that is there is put back to unchecked', async () => {
    const { act: make, folded } = await setUp(['dairy', 'deli']);
    make({ type: 'add-item', id: 'new', name: 'EGGS', category: 'dairy' });
    expect(folded()).toEqual(['deli']);
  });

  test('[spec-4] unfolds when undo brings back something to get, and stays folded when all of it is ticked', async () => {
    const { act: make, folded, store } = await setUp(['dairy', 'deli']);
    make({ type: 'clear-checked' });
    store.undo();
    expect(folded()).toEqual(['dairy', 'deli']);
    make({ type: 'delete-item', id: 'ham' });
    store.undo();
    expect(folded()).toEqual(['dairy']);
  });
});

describe('what is folded', () => {
  test('[U3] is kept whenever it changes, and is so at the next start', async () => {
    const { toggle, unfold, kept, folded } = await setUp(['deli']);
    expect(folded()).toEqual(['deli']);
    toggle('dairy');
    unfold('deli');
    unfold('deli');
    expect(kept).toEqual([['deli', 'dairy'], ['dairy']]);
  });

  test('is told to who listens for that category only', async () => {
    const { toggle, subscribe } = await setUp();
    const heard: string[] = [];
    subscribe('fold:dairy', () => heard.push('dairy'));
    subscribe('fold:deli', () => heard.push('deli'));
    toggle('dairy');
    expect(heard).toEqual(['dairy']);
  });
});

test('[L6] an item that was just checked is recent until the list comes to rest', async () => {
  const { act: make, advance, isRecent, subscribe } = await setUp();
  const heard: boolean[] = [];
  subscribe('recent:milk', () => heard.push(isRecent('milk')));
  make(check('milk'));
  expect([isRecent('milk'), isRecent('eggs')]).toEqual([true, false]);
  advance(600);
  expect(heard).toEqual([false]);
});
