/** Texts that were not added, from several openings of Add Several Items. */
import { expect, test } from 'vitest';
import { joinDrafts, removeAdded } from './join-drafts.ts';

test.each([
  ['', 'milk', 'milk'],
  ['milk', '', 'milk'],
  ['milk', ' \n', 'milk'],
  ['milk\nbread', 'bread\nmilk', 'milk\nbread'],
  ['milk', 'bread', 'milk\nbread'],
  // A word within another one is another item.
  ['buttermilk\nbread', 'milk', 'buttermilk\nbread\nmilk'],
])('[Q4] the draft %j is joined with the text %j, unless it has all of its lines already', (draft, unsent, joined) => {
  expect(joinDrafts(draft, unsent)).toBe(joined);
});

test.each([
  ['', 'milk', ''],
  ['milk\nbread', 'milk\n\nbread\n', ''],
  ['milk\nbread', 'bread', 'milk'],
  ['milk', 'milk\nbread', 'milk'],
])('[Q4] the draft %j loses the text %j once that was added, if it has all of it', (draft, added, left) => {
  expect(removeAdded(draft, added)).toBe(left);
});
