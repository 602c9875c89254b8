/** The names under which a device stores its lists. */
import { expect, test } from 'vitest';
import { isDemoList, isPersonal, listKey, personalList } from './list-ref.ts';
import { DEMO_USER } from './user.ts';

test('[H1] the personal list keeps the name that the account had before there were several lists', () => {
  expect(listKey(personalList('ann'))).toBe('ann');
  expect(listKey({ userId: 'ann', listId: 'party' })).toBe('ann:party');
  expect([isPersonal(personalList('ann')), isPersonal({ userId: 'ann', listId: 'party' })]).toEqual([true, false]);
});

test('no list of the demo has a backend', () => {
  const lists = [personalList(DEMO_USER.id), { userId: DEMO_USER.id, listId: 'party' }];
  expect(lists.map(isDemoList)).toEqual([true, true]);
  expect(isDemoList(personalList('ann'))).toBe(false);
});
