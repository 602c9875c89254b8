/** What an account that has never seen the default list knows by name. */
import { expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { categoryRow } from '#core/testing/contents.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { createAccountNames, rememberCommonNames } from './account-names.ts';

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
