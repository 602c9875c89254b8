/** The names that an account knows, even one that has never seen the default list. */
import { expect, test, vi } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import { toListCatalogue } from '#core/catalogue/list-ids.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { suggest } from '#core/suggest/suggest.ts';
import { categoryRow } from '#core/testing/contents.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { applyTo, FIRST } from '#test/doubles/sample-list.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { createAccountNames, createShopperNames, loadOtherNames, rememberCommonNames } from './account-names.ts';

const ANN = personalList('ann');
const DEMO = personalList(DEMO_USER.id);
const openStore = (categories: readonly string[]) =>
  openTab(createFakeDisk({ isManual: false }), { categories: categories.map((id) => categoryRow(id)) });
const guess = async (ref: typeof ANN, categories: readonly string[], name = 'milk') =>
  guessCategory(createAccountNames({ store: await openStore(categories), ref }), name);

test('[L8] a new account assigns catalogue items to its six categories', async () => {
  expect(await guess(ANN, ['default-2-ann'])).toBe('default-2-ann');
});

test('[L8] a new account assigns items that fit none of the six to the catalogue’s category', async () => {
  expect(await guess(ANN, ['default-6-ann'], 'shampoo')).toBe('10-ann');
  expect(await guess(ANN, ['default-6-ann'], 'toilet paper')).toBe('9-ann');
  expect(await guess(ANN, ['default-6-ann'], 'dog food')).toBe('19-ann');
});

test('[L8] the demo, and accounts with the default list, use the catalogue’s categories', async () => {
  expect(await guess(ANN, ['2-ann'])).toBe('2-ann');
  expect(await guess(DEMO, ['2'])).toBe('2');
});

test('[L8] common names go to the same categories as the catalogue’s items, and never replace a name that the account added', async () => {
  const account = { store: await openStore(['default-4-ann']), ref: ANN };
  const names = createAccountNames(account);
  names.remember('Batteries', 'garage');
  expect(guessCategory(names, 'pasta')).toBeNull();
  rememberCommonNames(names, account, readCommonNames());
  const categories = ['pasta', 'candles', 'batteries'].map((name) => guessCategory(names, name));
  expect(categories).toEqual(['default-4-ann', '9-ann', 'garage']);
});

test('[L8] after Restore Default List and in the first session of a device, guesses go to the categories in view', async () => {
  const store = await openTab(createFakeDisk({ isManual: false }));
  const names = createAccountNames({ store, ref: ANN });
  rememberCommonNames(names, { store, ref: ANN }, readCommonNames());
  expect(['beef', 'cream'].map((name) => guessCategory(names, name))).toEqual(['default-3-ann', 'default-2-ann']);
  applyTo(store, { type: 'restore-default-list', catalogue: toListCatalogue(CATALOGUE, ANN) });
  expect(['beef', 'cream', 'salmon'].map((name) => guessCategory(names, name))).toEqual(['3-ann', '2-ann', '4-ann']);
});

test('[L8] a name is suggested once for each place, although the account and the catalogue know it', async () => {
  const store = await openStore(['default-2-ann', 'bar']);
  const names = createAccountNames({ store, ref: ANN });
  names.remember('Milk', 'default-2-ann');
  const milk = () => suggest(names, 'milk').filter(({ name }) => name === 'Milk');
  expect(milk()).toMatchObject([{ category: 'default-2-ann' }]);
  names.remember('Milk', 'bar');
  expect(milk()).toMatchObject([{ category: 'bar' }, { category: 'default-2-ann' }]);
});

test('[L8] names of the account’s other lists are known, in the place of their category or in Other', async () => {
  const store = await openStore(['default-2-ann']);
  const account = { store, ref: ANN, user: { id: 'ann', username: 'ann', password: '' } as const };
  const others = [
    { name: 'Mochi', category: 'Bakery' },
    { name: 'Milk', category: 'Bakery' },
    { name: 'Yuzu', category: 'Corner shop' },
    { name: 'Tofu', category: 'Bakery' },
    { name: 'Butter', category: 'Corner shop' },
    { name: 'Cheese', category: 'Other' },
  ];
  const namesExcept = vi.fn<() => Promise<typeof others>>(async () => others);
  const names = createAccountNames(account);
  names.remember('Tofu', 'default-2-ann');
  const load = () => loadOtherNames(account, async () => ({ namesExcept }));
  expect([await load(), await load(), namesExcept.mock.calls]).toEqual([true, false, [['ann']]]);
  rememberCommonNames(names, account, []);
  const categories = ['mochi', 'milk', 'yuzu', 'tofu'].map((name) => guessCategory(names, name));
  expect(categories).toEqual(['default-4-ann', 'default-4-ann', 'default-6-ann', 'default-2-ann']);
  expect(['butter', 'cheese'].map((name) => guessCategory(names, name))).toEqual(['default-2-ann', 'default-2-ann']);
  const another = { store, ref: personalList('bob') };
  expect(guessCategory(createAccountNames(another), 'mochi')).toBeNull();
});

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
