/** The lists of the demo, which has no backend (product H2). */
import { expect, test } from 'vitest';
import { defaultCategoryId } from '#core/catalogue/catalogue.ts';
import { openDemoLists } from '#device/lists/list-disk.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { ORDER } from '#test/doubles/open-store.ts';
import { withStore } from './device-lists.ts';

test('[H2] the demo has several lists, which are stored, renamed and deleted on this device', async () => {
  stubIndexedDb();
  stubPage();
  stubLocalStorage({});
  const open = () => openDemoLists(createFakeClock(), ORDER);
  const lists = await open();
  expect([lists.hasSeveral(), lists.entries()]).toMatchObject([true, [{ id: 'demo-user', name: 'My List' }]]);
  const created = await lists.create('Camping');
  const listId = created.ok ? created.value : '';
  const category = defaultCategoryId(1, listId);
  await withStore({ userId: 'demo-user', listId }, (store) => {
    expect(store.applyChange({ type: 'add-item', id: 'rope', name: 'Rope', category })).toMatchObject({ ok: true });
  });
  expect(await lists.namesExcept('demo-user')).toEqual([{ name: 'Rope', category: 'Produce' }]);
  expect(await lists.namesExcept(listId)).toEqual([]);
  await lists.rename(listId, 'Hiking');
  lists.close();
  const again = await open();
  expect(again.entries().map(({ name }) => name)).toEqual(['My List', 'Hiking']);
  expect(await again.summarize(listId)).toEqual({ left: 1, total: 1, unsent: 0 });
  await again.remove(listId);
  expect([again.entries().length, await again.summarize(listId)]).toEqual([1, null]);
  again.close();
});
