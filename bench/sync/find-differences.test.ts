/** The checks of the soak test find missing rows and lost writes. */
import { describe, expect, test } from 'vitest';
import { compare, findLostWrites } from './find-differences.ts';
import { describeRow } from './describe-list.ts';

const row = (checked: boolean): string => describeRow('items', 'a', { name: 'Milk', checked });
const wrote = (field: string, value: unknown) => new Map([[`items/a/${field}`, JSON.stringify(value)]]);

describe('comparing two lists', () => {
  test('[arch-7] equal lists have no differences', () => {
    expect(compare([row(true)], { name: 'A', lines: [row(true)] })).toEqual([]);
  });

  test('[arch-7] a difference names the row and the side that has it', () => {
    expect(compare([row(true)], { name: 'A', lines: [row(false)] })).toEqual([
      `only on the server, not on A: ${row(true)}`,
      `only on A, not on the server: ${row(false)}`,
    ]);
  });
});

describe('finding lost writes', () => {
  test('[Y1] a field is correct if its value is the last one that some device wrote', () => {
    expect(findLostWrites([row(true)], [wrote('checked', true), wrote('checked', false)])).toEqual([]);
  });

  test('[Y1] a write is lost if the server has another value, or lacks the row', () => {
    expect(findLostWrites([row(true)], [wrote('checked', false)])).toHaveLength(1);
    expect(findLostWrites([row(true)], [wrote('name', 'Tea'), wrote('name', 'Oat')])).toEqual([
      'items/a/name is "Milk", but was written last as "Tea" or "Oat"',
    ]);
    expect(findLostWrites([], [wrote('deleted', false)])).toHaveLength(1);
  });
});
