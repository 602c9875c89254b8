import { expect, test } from 'vitest';
import { createTabStop, type TabStop } from './row-focus.ts';

/** A box that records how often it changes. */
function createBox(id: string) {
  let tabIndex = -1;
  let changes = 0;
  return {
    id,
    get tabIndex() {
      return tabIndex;
    },
    set tabIndex(next) {
      tabIndex = next;
      changes += 1;
    },
    changes: () => changes,
  };
}

type Box = ReturnType<typeof createBox>;

function createRows(...ids: string[]): { readonly rows: Box[]; readonly tabStop: TabStop } {
  const rows = ids.map(createBox);
  const tabStop = createTabStop((id) => (id === null ? rows[0] : rows.find((box) => box.id === id)) ?? null);
  tabStop.update();
  return { rows, tabStop };
}

const stopsOf = (rows: readonly Box[]): readonly string[] =>
  rows.filter(({ tabIndex }) => tabIndex === 0).map(({ id }) => id);

test('[D4] Tab stops at the first row, then at the row that had the focus last', () => {
  const { rows, tabStop } = createRows('a', 'b', 'c');
  expect(stopsOf(rows)).toEqual(['a']);
  tabStop.focus('b');
  expect(stopsOf(rows)).toEqual(['b']);
});

test('[D4] Tab stops at a row in the page, and at the last focused row once it is in the page again', () => {
  const { rows, tabStop } = createRows('a', 'b', 'c');
  const all = [...rows];
  tabStop.focus('a');
  rows.shift();
  tabStop.update();
  expect(stopsOf(all)).toEqual(['b']);
  // React renders a new box.
  const added = createBox('a');
  rows.unshift(added);
  tabStop.update();
  expect(stopsOf([...all, added])).toEqual(['a']);
  expect(added.tabIndex).toBe(0);
  rows.splice(0);
  tabStop.update();
  expect(stopsOf([...all, added])).toEqual([]);
});

test('when the focus moves, only the old and the new row change', () => {
  const { rows, tabStop } = createRows('a', 'b', 'c', 'd');
  const before = rows.map((box) => box.changes());
  const changed = (): readonly string[] => rows.filter((box, at) => box.changes() !== before[at]).map(({ id }) => id);
  tabStop.focus('c');
  expect(changed()).toEqual(['a', 'c']);
  tabStop.focus('c');
  tabStop.update();
  expect(rows.map((box, at) => box.changes() - (before[at] ?? 0))).toEqual([1, 0, 1, 0]);
});
