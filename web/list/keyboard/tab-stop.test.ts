import { expect, test } from 'vitest';
import { createTabStop } from './tab-stop.ts';
import type { TabStop } from './tab-stop.ts';

function createRows(...ids: string[]): { readonly rows: string[]; readonly tabStop: TabStop } {
  const rows = ids;
  const tabStop = createTabStop((id) => (id === null ? (rows[0] ?? null) : rows.includes(id) ? id : null));
  tabStop.update();
  return { rows, tabStop };
}

const stopsOf = (tabStop: TabStop, ids: readonly string[]): readonly string[] => ids.filter((id) => tabStop.isAt(id));

test('[D4] Tab stops at the first row, then at the row that had the focus last', () => {
  const { rows, tabStop } = createRows('a', 'b', 'c');
  expect(stopsOf(tabStop, rows)).toEqual(['a']);
  tabStop.focus('b');
  expect(stopsOf(tabStop, rows)).toEqual(['b']);
});

test('[D4] Tab stops at a row in the page, and at the last focused row once it is in the page again', () => {
  const { rows, tabStop } = createRows('a', 'b', 'c');
  tabStop.focus('a');
  rows.shift();
  tabStop.update();
  expect(stopsOf(tabStop, ['a', 'b', 'c'])).toEqual(['b']);
  rows.unshift('a');
  tabStop.update();
  expect(stopsOf(tabStop, ['a', 'b', 'c'])).toEqual(['a']);
  rows.splice(0);
  tabStop.update();
  expect(stopsOf(tabStop, ['a', 'b', 'c'])).toEqual([]);
});

test('when the focus moves, only the old and the new row are notified', () => {
  const { tabStop } = createRows('a', 'b', 'c', 'd');
  const notified: string[] = [];
  for (const id of ['a', 'b', 'c', 'd']) tabStop.subscribe(id, () => notified.push(id));
  tabStop.focus('c');
  expect(notified).toEqual(['a', 'c']);
  tabStop.focus('c');
  tabStop.update();
  expect(notified).toEqual(['a', 'c']);
});
