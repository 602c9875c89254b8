/** How categories are shared among columns. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareAmongColumns } from './category-list.tsx';

test('columns end at similar heights', () => {
  expect(shareAmongColumns(['a', 'b', 'c', 'd', 'e'], [9, 1, 1, 4, 3], 2)).toEqual([['a'], ['b', 'c', 'd', 'e']]);
  expect(shareAmongColumns(['a', 'b', 'c', 'd', 'e', 'f'], [2, 2, 2, 2, 2, 2], 3)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]);
});

test('every category is in one column, in order, and no column differs from its share by more than one category', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(heights, fc.integer({ min: 1, max: 3 }), (all, count) => {
      const columns = shareAmongColumns([...all.keys()], all, count);
      expect(columns).toHaveLength(count);
      expect(columns.flat()).toEqual([...all.keys()]);
      const sum = (own: readonly number[]): number => own.reduce((total, height) => total + height, 0);
      const share = sum(all) / count;
      for (const column of columns) {
        const height = sum(column.map((at) => all[at] ?? 0));
        expect(Math.abs(height - share)).toBeLessThanOrEqual(Math.max(...all));
      }
    }),
  );
});
