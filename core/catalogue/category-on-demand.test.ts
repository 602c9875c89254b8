/** The category of an id. */
import { expect, test } from 'vitest';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { categoryRow, memoryOf } from '#core/testing/contents.ts';
import { findCategory } from './category-on-demand.ts';

const ANN = personalList('ann');
const DEMO = personalList(DEMO_USER.id);
const listOf = (...categories: readonly ReturnType<typeof categoryRow>[]) => memoryOf({ categories }).list;

test('[L8] an account has the categories of its list and, until they are created, those of the catalogue', () => {
  const list = listOf(categoryRow('mine'), categoryRow('gone', { deleted: true }));
  expect(findCategory(list, ANN, 'mine')).toMatchObject({ id: 'mine' });
  expect(findCategory(list, ANN, '10-ann')).toEqual({ id: '10-ann', name: 'Personal Care', color: '', inList: true });
  expect(findCategory(list, ANN, 'gone')).toBeUndefined();
  expect(findCategory(list, ANN, '10')).toBeUndefined();
});

test('[L8] a default category is available before the first sync delivers it, and a deleted one stays deleted', () => {
  expect(findCategory(listOf(), ANN, 'default-2-ann')).toMatchObject({ name: 'Dairy', color: '#3b82f6' });
  const list = listOf(categoryRow('default-2-ann', { deleted: true }));
  expect(findCategory(list, ANN, 'default-2-ann')).toBeUndefined();
});

test("[L8] a category of the list replaces the catalogue's category of the same name", () => {
  const list = listOf(categoryRow('mine', { name: 'personal  care' }));
  expect(findCategory(list, ANN, '10-ann')?.id).toBe('mine');
});

test('[L8] a category that was deleted is offered again in an account, and not in the demo', () => {
  expect(findCategory(listOf(categoryRow('10-ann', { deleted: true })), ANN, '10-ann')?.name).toBe('Personal Care');
  expect(findCategory(listOf(categoryRow('10', { deleted: true })), DEMO, '10')).toBeUndefined();
});
