/** The values that guards accept and refuse. */
import { describe, expect, test } from 'vitest';
import { isFlag, isListOf, isText, isWith, isWithAnyOf, isWord } from './shape.ts';

const STRANGE = [undefined, null, 0, 1n, '', 'text', true, [], ['text'], {}, { name: 7 }, () => 'text'];

/** The sample values that a guard accepts. */
const acceptSignIn = (guard: (value: unknown) => boolean, values: readonly unknown[] = STRANGE) => values.filter(guard);

describe('a guard accepts', () => {
  test('text', () => expect(acceptSignIn(isText)).toEqual(['', 'text']));

  test('a flag', () => expect(acceptSignIn(isFlag)).toEqual([true]));

  test('one of its words', () => {
    expect(acceptSignIn(isWord('system', 'dark'), ['system', 'dark', 'light', '', 0])).toEqual(['system', 'dark']);
  });

  test('a list of valid values', () => {
    expect(acceptSignIn(isListOf(isText))).toEqual([[], ['text']]);
    expect(acceptSignIn(isListOf(isText), [['a', 'b'], ['a', 7], 'ab', { length: 0 }])).toEqual([['a', 'b']]);
  });

  test('an object with all of its fields, and possibly others', () => {
    const isNamed = isWith({ name: isText, checked: isFlag });
    expect(acceptSignIn(isNamed)).toEqual([]);
    const right = { name: 'Milk', checked: false };
    const richer = { ...right, note: 'skimmed' };
    expect(acceptSignIn(isNamed, [right, richer, { name: 'Milk' }, { ...right, checked: 0 }])).toEqual([right, richer]);
  });

  test('an object with any of its fields, each missing or valid', () => {
    const isFields = isWithAnyOf({ name: isText, checked: isFlag });
    const right = [{}, { name: 'Milk' }, { checked: true, note: 1 }];
    expect(acceptSignIn(isFields, [...right, { name: 7 }, { name: undefined }, null, 'text'])).toEqual(right);
  });

  test('objects in objects', () => {
    const isList = isWith({ items: isListOf(isWith({ id: isText })) });
    expect(acceptSignIn(isList, [{ items: [{ id: 'a' }] }, { items: [{}] }, { items: {} }])).toEqual([
      { items: [{ id: 'a' }] },
    ]);
  });
});
