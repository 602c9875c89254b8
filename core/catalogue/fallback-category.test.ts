/** The category of a name that nothing is known about. */
import { expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { applyChange } from '#core/change/apply-change.ts';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { categoryRow, change, itemRow, memoryOf, readLive } from '#core/testing/contents.ts';
import { CATALOGUE } from './catalogue.ts';
import { DEFAULT_CATEGORIES, defaultCategoryId } from './default-categories.ts';
import { fallbackCategory } from './fallback-category.ts';

const ANN = personalList('ann');
const DEMO = personalList(DEMO_USER.id);
const hidden = { inList: false };
const fallbackOf = (...contents: Parameters<typeof memoryOf>) => fallbackCategory(memoryOf(...contents).list, ANN);

test('[L13] in a new account, an unknown name goes to its category Other', () => {
  const categories = DEFAULT_CATEGORIES.map((each, at) => categoryRow(defaultCategoryId(at + 1, 'ann'), each));
  expect(fallbackOf({ categories })).toMatchObject({ id: 'default-6-ann', name: 'Other' });
});

test('[L13] in the default list, an unknown name goes to its Misc category', () => {
  const categories = CATALOGUE.categories.map((each) => categoryRow(each.id, each));
  expect(fallbackCategory(memoryOf({ categories }).list, DEMO)).toMatchObject({ id: '21' });
});

test('[L13] a category in view wins over one that is out of view, and Other over Misc', () => {
  const other = categoryRow('b', { name: ' OTHER ' });
  const misc = categoryRow('a', { name: 'Misc' });
  expect(fallbackOf({ categories: [misc, other] }).id).toBe('b');
  expect(fallbackOf({ categories: [misc, { ...other, ...hidden }] }).id).toBe('a');
  expect(fallbackOf({ categories: [{ ...other, ...hidden }, categoryRow('dairy')] }).id).toBe('b');
});

test('[L13] of two categories named Other, all devices choose the same one', () => {
  const [first, second] = [categoryRow('1', { name: 'Other' }), categoryRow('2', { name: 'other' })];
  expect(fallbackOf({ categories: [second, first] }).id).toBe('1');
});

test('[L13] a deleted Other whose items are still in view is used', () => {
  const categories = [categoryRow('o', { name: 'Other', deleted: true })];
  expect(fallbackOf({ categories }).id).not.toBe('o');
  expect(fallbackOf({ categories, items: [itemRow('soap', { category: 'o' })] }).id).toBe('o');
});

test('[L13] without Other and Misc, the category of the item added last is used, if it is still in view', () => {
  const categories = [categoryRow('dairy'), categoryRow('garden'), categoryRow('tools', hidden)];
  const items = [
    itemRow('1795000000002-b', { category: 'garden', deleted: true }),
    itemRow('1795000000001-a', { category: 'dairy' }),
    itemRow('1795000000003-c', { category: 'tools', deleted: true }),
    // Not added by a shopper: it came with the default list.
    itemRow('9-ann', { category: 'dairy' }),
  ];
  expect(fallbackOf({ categories, items }).id).toBe('garden');
});

test('[L13] a list without a matching category gets a new Other with the default color, in one step with the item', () => {
  const memory = memoryOf({});
  const other = fallbackCategory(memory.list, ANN);
  expect(other).toEqual({ id: 'default-6-ann', name: 'Other', color: '#6b7280', inList: true });
  const diff = change(memory, {
    type: 'add-item',
    id: 'z',
    name: 'Zimtsterne',
    category: other.id,
    newCategory: other,
  });
  expect([rowDiffsOf(diff, 'items').length, rowDiffsOf(diff, 'categories').length]).toEqual([1, 1]);
  expect(readLive(memory.list).categories).toMatchObject([{ name: 'Other' }]);
});

test('[L13] two devices that were apart create one Other', () => {
  const categories = [categoryRow('default-6-ann', { name: 'Other', deleted: true }), categoryRow('dairy')];
  const ids = ['phone', 'tablet'].map(() => fallbackOf({ categories }).id);
  expect(new Set(ids)).toEqual(new Set(['default-6-ann']));
});

test('[L13] a new Other never takes over a category that was renamed', () => {
  const renamed = categoryRow('default-6-ann', { name: 'Household' });
  const memory = memoryOf({ categories: [renamed] });
  const other = fallbackCategory(memory.list, ANN);
  expect(other).toMatchObject({ id: 'other-1-ann', name: 'Other' });
  const result = applyChange(memory.list, {
    type: 'add-item',
    id: 'z',
    name: 'Zimtsterne',
    category: other.id,
    newCategory: other,
  });
  expect(result.ok && result.value.diff.length === 0).toBe(false);
  const taken = [renamed, categoryRow('other-1-ann', { name: 'Tools' })];
  expect(fallbackOf({ categories: taken }).id).toBe('other-2-ann');
});
