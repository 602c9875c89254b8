/** Texts that were not added, from several openings of Add Several Items. */
import { expect, test } from 'vitest';
import { joinDrafts } from './join-drafts.ts';

test.each([
  ['', 'milk', 'milk'],
  ['milk', '', 'milk'],
  ['milk', ' \n', 'milk'],
  ['milk\nbread', 'bread\nmilk', 'milk\nbread'],
  ['milk', 'bread', 'milk\nbread'],
  // A word within another one is another item.
  ['buttermilk\nbread', 'milk', 'buttermilk\nbread\nmilk'],
])('[Q4] after %j, the text %j is kept, once', (draft, unsent, joined) => {
  expect(joinDrafts(draft, unsent)).toBe(joined);
});
