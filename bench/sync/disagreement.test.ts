/** That a soak sees what it is there to see. */
import { describe, expect, test } from 'vitest';
import { compare, findLostWrites } from './disagreement.ts';
import { describeRow } from './describe-list.ts';

const row = (checked: boolean): string => describeRow('items', 'a', { name: 'Milk', checked });
const wrote = (field: string, value: unknown) => new Map([[`items/a/${field}`, JSON.stringify(value)]]);

describe('two lists', () => {
  test('[arch-7] that are equal have nothing to tell', () => {
    expect(compare([row(true)], { name: 'A', lines: [row(true)] })).toEqual([]);
  });

  test('[arch-7] that differ say what stands where', () => {
    expect(compare([row(true)], { name: 'A', lines: [row(false)] })).toEqual([
      `only on the server, not on A: ${row(true)}`,
      `only on A, not on the server: ${row(false)}`,
    ]);
  });
});

describe('what shoppers wrote', () => {
  test('[Y1] is there when the server has what one of them wrote last', () => {
    expect(findLostWrites([row(true)], [wrote('checked', true), wrote('checked', false)])).toEqual([]);
  });

  test('[Y1] is lost when the server has something else, or not the row', () => {
    expect(findLostWrites([row(true)], [wrote('checked', false)])).toHaveLength(1);
    expect(findLostWrites([row(true)], [wrote('name', 'Tea'), wrote('name', 'Oat')])).toEqual([
      'items/a/name is "Milk", but was written last as "Tea" or "Oat"',
    ]);
    expect(findLostWrites([], [wrote('deleted', false)])).toHaveLength(1);
  });
});
