/** Filters and trees of them: every operator, and what is none. */
import { describe, expect, test } from 'vitest';
import { parseFilter, parseLogicTree } from './logic.ts';

const field = (name: string, path: readonly unknown[] = []): unknown => ({ name, path });
const complaint = (result: unknown): unknown => (result as { failure: unknown }).failure;

describe('filters', () => {
  test.each([
    ['eq.1', { negated: false, condition: { type: 'compare', operator: 'eq', quantifier: null, value: '1' } }],
    ['not.eq.', { negated: true, condition: { type: 'compare', operator: 'eq', quantifier: null, value: '' } }],
    ['eq."a"', { negated: false, condition: { type: 'compare', operator: 'eq', quantifier: null, value: '"a"' } }],
    [
      'like(all).{a*}',
      { negated: false, condition: { type: 'compare', operator: 'like', quantifier: 'all', value: '{a*}' } },
    ],
    ['in.(a,"b,\\"c)",d e)', { negated: false, condition: { type: 'in', values: ['a', 'b,"c)', 'd e'] } }],
    ['in.("a"b,c)', { negated: false, condition: { type: 'in', values: ['"a"b', 'c'] } }],
    ['in.()', { negated: false, condition: { type: 'in', values: [] } }],
    ['is.NULL', { negated: false, condition: { type: 'is', state: 'null' } }],
    [
      'wfts(english).a b',
      { negated: false, condition: { type: 'search', operator: 'wfts', language: 'english', value: 'a b' } },
    ],
    ['isdistinct.a.b', { negated: false, condition: { type: 'distinct', value: 'a.b' } }],
  ])('[wire] %j', (value, expected) => {
    expect(parseFilter('col', value)).toEqual({
      ok: true,
      value: { type: 'filter', field: field('col'), ...expected },
    });
  });

  test.each([
    '',
    '1',
    'eq',
    'equal.1',
    'EQ.1',
    'cs(any).{a}',
    'in.a,b',
    'in.(a',
    'in.(a)b',
    'is.',
    'is.nullx',
    'not.not.eq.1',
    'toString.1',
  ])('[wire] %j cannot be read', (value) => {
    expect(complaint(parseFilter('col', value))).toMatchObject({ type: 'unreadable-query' });
  });
});

describe('trees', () => {
  test('[wire] a tree of and, or and not', () => {
    const leaf = (name: string, value: string): unknown => ({
      type: 'filter',
      field: field(name),
      negated: false,
      condition: { type: 'compare', operator: 'eq', quantifier: null, value },
    });
    expect(parseLogicTree('not.or', '(a.eq.1, and( b.eq."x,)",c.eq.{1,2} ) )')).toEqual({
      ok: true,
      value: {
        type: 'or',
        negated: true,
        parts: [leaf('a', '1'), { type: 'and', negated: false, parts: [leaf('b', 'x,)'), leaf('c', '{1,2}')] }],
      },
    });
  });

  test.each(['', '()', '(a)', '(a.eq.1', '(a.eq.1))', 'a.eq.1', '(xor(a.eq.1))', '(a.eq.1,)'])(
    '[wire] or=%j cannot be read',
    (value) => {
      expect(complaint(parseLogicTree('or', value))).toMatchObject({
        type: 'unreadable-query',
        message: expect.stringContaining(`failed to parse logic tree (${value})`),
      });
    },
  );
});
