/** Undo and redo, of one tab and of several, before and after a reload. */
import { describe, expect, test } from 'vitest';
import { readLive } from '#core/testing/contents.ts';
import { applyTo, check, FIRST, ticked } from '#test/doubles/sample-list.ts';
import { createFakeClock, START } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';

describe('undo and redo', () => {
  test('[spec-4] move through the steps and are disabled at the ends', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const ends = () => [store.canUndo(), store.canRedo()];
    expect(ends()).toEqual([false, false]);
    applyTo(store, check('milk'));
    applyTo(store, check('eggs'));
    expect(ends()).toEqual([true, false]);
    store.undo();
    expect([ticked(store), ...ends()]).toEqual([['milk'], true, true]);
    store.undo();
    expect(store.undo()).toBeNull();
    expect([ticked(store), ...ends()]).toEqual([[], false, true]);
    store.redo();
    store.redo();
    store.redo();
    expect([ticked(store), ...ends()]).toEqual([['eggs', 'milk'], true, false]);
  });

  test('[spec-4] a new change drops the steps that could be redone', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    applyTo(store, check('milk'));
    store.undo();
    applyTo(store, check('eggs'));
    expect(store.canRedo()).toBe(false);
  });

  test('[L14] after a given step, only later steps are undone and redone', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    expect(store.lastStep()).toBe('');
    applyTo(store, check('milk'));
    applyTo(store, check('ham'));
    store.undo();
    const start = store.lastStep();
    const ends = () => [store.canUndo(start), store.canRedo(start)];
    expect(ends()).toEqual([false, false]);
    expect([store.undo(start), store.redo(start)]).toEqual([null, null]);
    applyTo(store, check('eggs'));
    expect(ends()).toEqual([true, false]);
    expect(store.undo(start)).not.toBeNull();
    expect(store.undo(start)).toBeNull();
    expect([ticked(store), ...ends()]).toEqual([['milk'], false, true]);
    store.redo(start);
    expect([ticked(store), ...ends()]).toEqual([['eggs', 'milk'], true, false]);
  });

  test('[U1] fifty changes can be undone, the fifty-first oldest stays', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    applyTo(store, check('milk'));
    for (let count = 0; count < 50; count += 1) applyTo(store, check('eggs', count % 2 === 0));
    for (let count = 0; count < 60; count += 1) store.undo();
    expect(ticked(store)).toEqual(['milk']);
    expect(store.canUndo()).toBe(false);
  });

  test('[U1] undo keeps what another tab changed since', async () => {
    const disk = createFakeDisk({ isManual: false });
    const [mine, theirs] = await Promise.all([openTab(disk, FIRST), openTab(disk)]);
    const done = applyTo(mine, { type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'deli' });
    await quiet();
    applyTo(theirs, { type: 'edit-item', id: 'milk', name: 'Soy milk', category: 'deli' });
    await quiet();
    mine.revert(done);
    expect(mine.list.items.get('milk')).toMatchObject({ name: 'Soy milk', category: 'dairy' });
  });

  test('[U1] a step that other tabs overwrote entirely is dropped, so that Undo does something', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const rename = (name: string) => applyTo(store, { type: 'edit-item', id: 'milk', name, category: 'dairy' });
    applyTo(store, check('eggs'));
    const first = rename('Oat milk');
    rename('Soy milk');
    store.revert(first);
    expect(store.list.items.get('milk')?.name).toBe('Soy milk');
    store.undo();
    expect(store.list.items.get('milk')?.name).toBe('Oat milk');
    store.undo();
    expect([ticked(store), store.canUndo()]).toEqual([[], false]);
  });

  test('[U2] undoing the deletion of a category restores the category and its items', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const before = readLive(store.list);
    applyTo(store, { type: 'delete-categories', ids: ['dairy'] });
    expect(store.view.shownCategoryIds()).toEqual(['deli']);
    store.undo();
    expect(readLive(store.list)).toEqual(before);
    expect(store.view.shownCategoryIds()).toEqual(['dairy', 'deli']);
  });

  test('[U2] undoing the load of a list restores items, categories and name, and redo loads it again', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const before = readLive(store.list);
    applyTo(store, { type: 'load-saved-list', id: 'week' });
    const loaded = readLive(store.list);
    expect(store.view.heading()).toEqual({ name: 'week', checked: 1, total: 1 });
    store.undo();
    expect(readLive(store.list).items).toEqual(before.items);
    expect(store.view.heading()).toEqual({ name: 'My List', checked: 0, total: 3 });
    store.redo();
    expect(readLive(store.list)).toEqual(loaded);
  });

  test('[U2] renaming the list is a step, and saving it under a name is none', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    applyTo(store, {
      type: 'save-list-as',
      id: 'new',
      name: 'Weekly',
      createdAt: '2026-11-21T08:00:00.000Z',
      mayNameList: true,
    });
    expect(store.canUndo()).toBe(false);
    applyTo(store, { type: 'rename-list', name: 'Party' });
    store.undo();
    expect([store.view.heading().name, store.canUndo()]).toEqual(['Weekly', false]);
    store.redo();
    expect(store.view.heading().name).toBe('Party');
  });

  test('[U4] undo is an ordinary change in the outbox', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    applyTo(store, check('milk'));
    store.undo();
    expect(disk.state().outbox.map(({ patches }) => patches)).toEqual([
      [{ table: 'items', id: 'milk', fields: { checked: true } }],
      [{ table: 'items', id: 'milk', fields: { checked: false } }],
    ]);
  });

  test('[U1] undo reverts the last change even if the clock was set back before it', async () => {
    const disk = createFakeDisk({ isManual: false });
    const clock = createFakeClock();
    const store = await openTab(disk, FIRST, clock);
    applyTo(store, check('milk'));
    await quiet();
    const later = createFakeClock(START - 3_600_000);
    const reopened = await openTab(disk, {}, later);
    applyTo(reopened, check('eggs'));
    applyTo(reopened, check('ham'));
    reopened.undo();
    expect(ticked(reopened)).toEqual(['eggs', 'milk']);
    reopened.undo();
    expect(ticked(reopened)).toEqual(['milk']);
  });
});

describe('after a reload', () => {
  test('[U3] undo and redo continue where they were', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    applyTo(store, check('milk'));
    applyTo(store, check('eggs'));
    store.undo();
    store.close();
    const reopened = await openTab(disk);
    expect(ticked(reopened)).toEqual(['milk']);
    reopened.redo();
    expect(ticked(reopened)).toEqual(['eggs', 'milk']);
    reopened.undo();
    reopened.undo();
    expect(ticked(reopened)).toEqual([]);
  });
});
