/** Changes of the user, and reverting them. */
import { describe, expect, test } from 'vitest';
import { readLive } from '#core/testing/contents.ts';
import { applyTo, check, FIRST, ticked } from '#test/doubles/sample-list.ts';
import { START } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openStore, openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';

describe('a change', () => {
  test('is on screen, and its write has started, when the call returns', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    const heard: string[] = [];
    store.subscribe('item:milk', () => heard.push('milk'));
    store.subscribe('item:eggs', () => heard.push('eggs'));
    store.subscribe('heading', () => heard.push('heading'));
    store.subscribe('history', () => heard.push('history'));
    applyTo(store, check('milk'));
    expect(store.view.heading()).toEqual({ name: 'My List', checked: 1, total: 3 });
    expect(heard).toEqual(['milk', 'heading', 'history']);
    expect(disk.state().outbox.map(({ patches }) => patches)).toEqual([
      [{ table: 'items', id: 'milk', fields: { checked: true } }],
    ]);
  });

  test('[U3] writes its undo step together with its patches', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    const { stepId, diff } = applyTo(store, check('milk'));
    expect(disk.state().history).toEqual([{ id: stepId, diff, undone: false }]);
  });

  test('[D2] that the disk refused is written when its tab is in view again, even if nothing else changes', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    disk.refuse({ type: 'storage-closed' });
    applyTo(store, check('milk'));
    await quiet();
    expect(store.storageFailure()).toEqual({ type: 'storage-closed' });
    disk.refuse(null);
    disk.wake(1);
    await quiet();
    expect(store.storageFailure()).toBe(null);
    expect(disk.state().outbox).toHaveLength(1);
  });

  test('that is refused changes and writes nothing', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    expect(store.applyChange(check('gone'))).toEqual({ ok: false, failure: { type: 'gone' } });
    expect(store.canUndo()).toBe(false);
    expect(disk.state().outbox).toEqual([]);
  });

  test('that changes nothing is no step and writes nothing', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    expect(applyTo(store, check('milk', false)).stepId).toBe(null);
    expect(store.canUndo()).toBe(false);
    expect(disk.state().outbox).toEqual([]);
  });

  test("is reported to diff listeners as the user's own, and Undo as Undo", async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const sources: string[] = [];
    const stop = store.onDiff((_, source) => sources.push(source));
    applyTo(store, check('milk'));
    store.undo();
    stop();
    store.redo();
    expect(sources).toEqual(['user', 'undo']);
  });
});

describe('reverting one change', () => {
  test('[U1] works after later changes, which are kept', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const done = applyTo(store, { type: 'delete-item', id: 'milk' });
    applyTo(store, check('eggs'));
    store.revert(done);
    expect(readLive(store.list).items.map(({ id }) => id)).toEqual(['eggs', 'ham', 'milk']);
    expect(ticked(store)).toEqual(['eggs']);
  });

  test('[U1] happens once, even when repeated or after Undo', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    const done = applyTo(store, check('milk'));
    store.undo();
    store.revert(done);
    store.revert(done);
    expect(ticked(store)).toEqual([]);
    expect(disk.state().outbox).toHaveLength(2);
  });

  test('[U1] does not disturb Redo of later undone changes', async () => {
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const done = applyTo(store, { type: 'delete-item', id: 'ham' });
    applyTo(store, check('milk'));
    store.revert(done);
    store.undo();
    store.redo();
    expect(ticked(store)).toEqual(['milk']);
    expect(store.list.items.get('ham')?.deleted).toBe(false);
    expect(store.canRedo()).toBe(false);
  });

  test('[U1] also removes saved lists that were imported, which Undo keeps', async () => {
    const saved = { id: 'party', name: 'Party', items: [], createdAt: '' };
    const item = { id: 'tea', name: 'Tea', category: 'deli', checked: false };
    const copy = { listName: '', items: [item], categories: [], savedLists: [saved] };
    const store = await openTab(createFakeDisk({ isManual: false }), FIRST);
    const before = readLive(store.list);
    store.revert(applyTo(store, { type: 'import-copy', copy, mode: 'merge' }));
    expect(readLive(store.list)).toEqual(before);
  });

  test('[U4] reverses a change without an undo step, such as deleting a saved list, once', async () => {
    const disk = createFakeDisk({ isManual: false });
    const store = await openTab(disk, FIRST);
    const done = applyTo(store, { type: 'delete-saved-list', id: 'week' });
    expect(done.stepId).toBe(null);
    store.revert(done);
    store.revert(done);
    expect(readLive(store.list).savedLists.map(({ id }) => id)).toEqual(['week']);
    expect(disk.state().outbox).toHaveLength(2);
  });
});

test('[L4] ids begin with the time and are never the same', async () => {
  const store = await openStore(createFakeDisk({ isManual: false }).openTab());
  const ids = [store.createId(), store.createId()];
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => id.startsWith(String(START)))).toBe(true);
});
