/** The names that an account knows. */
import { expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { applyTo, FIRST } from '#test/doubles/sample-list.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { createShopperNames } from './shopper-names.ts';

test('[L8] a catalogue item that was renamed or moved is known under its new name and category, even after a reload', async () => {
  const disk = createFakeDisk({ isManual: false });
  const store = await openTab(disk, FIRST);
  applyTo(store, { type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' });
  applyTo(store, { type: 'edit-item', id: 'eggs', name: 'eggs', category: 'deli' });
  const names = createShopperNames({ store: await openTab(disk), ref: personalList('ann') }, FIRST.items);
  expect(names.find('key', 'oat milk')).toMatchObject({ name: 'Oat milk', category: 'dairy' });
  expect(names.find('key', 'eggs')).toMatchObject({ category: 'deli' });
  expect(names.find('key', 'ham')).toMatchObject({ category: 'deli', recency: 0 });
});

test('[L8] a tin of something known teaches no category; one of something new does', async () => {
  const disk = createFakeDisk({ isManual: false });
  const store = await openTab(disk, FIRST);
  const names = createShopperNames({ store, ref: personalList('ann') }, FIRST.items);
  applyTo(store, { type: 'add-item', id: 'a', name: 'Ham', category: 'dairy', amount: 2, unit: 'can' });
  applyTo(store, { type: 'add-item', id: 'b', name: 'Chickpeas', category: 'dairy', amount: 2, unit: 'can' });
  expect([guessCategory(names, 'ham'), guessCategory(names, 'chickpeas')]).toEqual(['deli', 'dairy']);
  const again = createShopperNames({ store: await openTab(disk), ref: personalList('ann') }, FIRST.items);
  expect([guessCategory(again, 'ham'), guessCategory(again, 'chickpeas')]).toEqual(['deli', 'dairy']);
});
