/** Renaming the working list. */
import { expect, test } from 'vitest';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { listName } from '#core/list/list.ts';
import { change, memoryOf } from '#core/testing/contents.ts';
import { applyChange } from './apply-change.ts';

test('[L12] the list gets a clean name, and nothing else changes', () => {
  const memory = memoryOf({});
  const diff = change(memory, { type: 'rename-list', name: ' Party  night ' });
  expect(listName(memory.list)).toBe('Party night');
  expect(diff).toEqual({
    items: [],
    categories: [],
    savedLists: [],
    profile: [{ id: 'profile', before: { listName: 'My List' }, after: { listName: 'Party night' } }],
  });
});

test('[L10] a blank or too long name is refused', () => {
  const { list } = memoryOf({});
  expect(applyChange(list, { type: 'rename-list', name: ' \n' })).toMatchObject({ failure: { type: 'blank-name' } });
  expect(applyChange(list, { type: 'rename-list', name: 'x'.repeat(201) })).toMatchObject({
    failure: { type: 'long-name' },
  });
});

test('[L12] the name that the list has already changes nothing', () => {
  expect(isEmptyDiff(change(memoryOf({}), { type: 'rename-list', name: 'My List' }))).toBe(true);
});
