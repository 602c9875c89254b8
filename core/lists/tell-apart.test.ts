/** Lists of one name. */
import { expect, test } from 'vitest';
import type { ListEntry } from './lists-record.ts';
import { distinguishLists } from './tell-apart.ts';

const ANN = { id: 'ann', name: 'Anna', role: 'owner' } as const;
const ME = { id: 'me', name: '', role: 'member' } as const;

const own = (id: string, name: string): ListEntry => ({
  id,
  name,
  role: 'owner',
  members: [],
  state: 'active',
  unsent: null,
  version: 1,
});
const annas = (id: string, name: string): ListEntry => ({ ...own(id, name), role: 'member', members: [ANN, ME] });

const distinguish = (...entries: readonly ListEntry[]) => [...distinguishLists(entries, 'me')];

test('[H14] lists with different names need nothing to tell them apart', () => {
  expect(distinguish(own('me', 'My List'), annas('a', 'Groceries'))).toEqual([]);
});

test('[H14] of two lists with one name, the owner tells them apart', () => {
  expect(distinguish(own('me', 'My List'), annas('ann', 'my  list'), own('c', 'Party'))).toEqual([
    ['me', { owner: null, number: null }],
    ['ann', { owner: ANN, number: null }],
  ]);
});

test('[H14] lists of one name and one owner have numbers', () => {
  expect(distinguish(own('c', 'Party'), own('b', 'Party'), annas('ann', 'Party'))).toEqual([
    ['c', { owner: null, number: 2 }],
    ['b', { owner: null, number: 1 }],
    ['ann', { owner: ANN, number: null }],
  ]);
});
