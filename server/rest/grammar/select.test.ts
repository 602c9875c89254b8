/** What select= can say, and how what it cannot is complained about. */
import { describe, expect, test } from 'vitest';
import { parseSelect } from './select.ts';

const field = (name: string, path: readonly unknown[] = []): unknown => ({ name, path });
const complaint = (result: unknown): unknown => (result as { failure: unknown }).failure;

describe('select', () => {
  test.each([
    ['a', [{ type: 'field', field: field('a'), alias: null, cast: null }]],
    [' a , b ', [expect.objectContaining({ field: field('a') }), expect.objectContaining({ field: field('b') })]],
    ['*', [{ type: 'all' }]],
    ['x:a::double precision', [{ type: 'field', field: field('a'), alias: 'x', cast: 'double precision' }]],
    ['"a,b":"c.d"', [expect.objectContaining({ field: field('c.d'), alias: 'a,b' })]],
    ['with-dash', [expect.objectContaining({ field: field('with-dash') })]],
    ['"say \\"hi\\" \\\\"', [expect.objectContaining({ field: field('say "hi" \\') })]],
    [
      'a->b->>-1::text',
      [
        expect.objectContaining({
          cast: 'text',
          field: field('a', [
            { arrow: '->', key: 'b' },
            { arrow: '->>', key: -1 },
          ]),
        }),
      ],
    ],
    ['a->1x', [expect.objectContaining({ field: field('a', [{ arrow: '->', key: '1x' }]) })]],
    ['other(a,b(c))', [{ type: 'embedding', name: 'other' }]],
    ['x:other!inner(*)', [{ type: 'embedding', name: 'other' }]],
    ['count()', [{ type: 'aggregate' }]],
    ['total:amount.sum()::int', [{ type: 'aggregate' }]],
    ['', []],
  ])('[wire] %j', (text, expected) => {
    expect(parseSelect(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    'a,,b',
    ',a',
    'a,',
    'a::',
    'a::int)',
    'a::$$',
    'a->',
    '"a',
    'a"b"',
    ':a',
    'a!b',
    'other(a',
    '*a',
    'a::int;b',
  ])('[wire] %j cannot be read', (text) => {
    expect(complaint(parseSelect(text))).toMatchObject({ type: 'unreadable-query' });
  });

  test('[wire] a complaint names the text, the place, and what was found there', () => {
    expect(complaint(parseSelect('id,(x'))).toEqual({
      type: 'unreadable-query',
      message: '"failed to parse select parameter (id,(x)" (line 1, column 4)',
      details: 'unexpected "(" expecting field name (* or [a..z0..9_$])',
    });
  });
});
