/** Finding items of the list. */
import { expect, test } from 'vitest';
import { createNameOrder } from '#core/name/name-key.ts';
import { itemRow, memoryOf } from '#core/testing/contents.ts';
import { findItems } from './find-items.ts';

const { list } = memoryOf({
  items: [
    itemRow('1', { name: 'Buttermilk' }),
    itemRow('2', { name: 'Oat Milk' }),
    itemRow('3', { name: 'Crème Fraîche', note: 'for the milk rice' }),
    itemRow('4', { name: 'Milk', deleted: true }),
    itemRow('5', { name: 'Bread' }),
  ],
});
const find = (text: string): readonly string[] => findItems(list, text, createNameOrder('en')).map(({ name }) => name);

test('[L11] items are found by a part of their name or note, words that begin with it first', () => {
  expect(find('MILK')).toEqual(['Crème Fraîche', 'Oat Milk', 'Buttermilk']);
  expect(find('creme')).toEqual(['Crème Fraîche']);
  expect(find('tea')).toEqual([]);
});

test('[L11] a blank text finds nothing', () => {
  expect(find('  ')).toEqual([]);
});
