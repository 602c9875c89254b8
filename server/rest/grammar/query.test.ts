/** Whole query strings: order, arguments, lists of names, and that no text breaks the grammar. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter, parseLogicTree } from './logic.ts';
import { parseOrder } from './order.ts';
import { parseQuery } from './query.ts';
import { parseSelect } from './select.ts';

const query = (text: string, isCall = false): unknown => parseQuery(new URLSearchParams(text), isCall);
const field = (name: string, path: readonly unknown[] = []): unknown => ({ name, path });
const complaint = (result: unknown): unknown => (result as { failure: unknown }).failure;

describe('order and the rest', () => {
  test('[wire] directions and nulls', () => {
    expect(parseOrder('a.desc.nullslast,"b.c".nullsfirst, d->>e')).toEqual({
      ok: true,
      value: [
        { field: field('a'), direction: 'desc', nulls: 'last' },
        { field: field('b.c'), direction: null, nulls: 'first' },
        { field: field('d', [{ arrow: '->>', key: 'e' }]), direction: null, nulls: null },
      ],
    });
  });

  test.each(['a.up', 'a.descc', 'a.desc.nulls', 'a.asc.desc', 'a,', '.desc'])(
    '[wire] order=%j cannot be read',
    (text) => {
      expect(complaint(parseOrder(text))).toMatchObject({ type: 'unreadable-query' });
    },
  );

  test('[wire] in a call by GET a parameter that is no filter is an argument', () => {
    expect(query('a=1&b=eq.2&b=x.y&apikey=k', true)).toMatchObject({
      value: {
        args: [
          ['a', '1'],
          ['b', 'x.y'],
        ],
        filters: [{ field: { name: 'b' } }],
      },
    });
    expect(complaint(query('a=1'))).toMatchObject({ type: 'unreadable-query' });
  });

  test('[wire] columns and on_conflict are lists of names, each once', () => {
    expect(query('columns="a","b c",a&on_conflict=x,y')).toMatchObject({
      value: { columns: ['a', 'b c'], onConflict: ['x', 'y'] },
    });
    expect(complaint(query('columns=a,'))).toMatchObject({ type: 'unreadable-query' });
  });

  test.each(['a=eq.%00', 'a%00=eq.1', 'select=%00', '%00=1'])('[wire] a null character in %s is refused', (text) => {
    expect(complaint(query(text, true))).toMatchObject({ details: 'unexpected null character' });
  });

  test('[wire] no text breaks the grammar, and whatever it refuses has a name', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'select',
        'order',
        'or',
        'not.and',
        'columns',
        'on_conflict',
        'limit',
        'offset',
        'a',
        'a->b',
        '"a',
      ),
      fc.string({ unit: 'binary' }),
    );
    const bits = fc.constantFrom(
      '(',
      ')',
      ',',
      '.',
      'eq.',
      'in.',
      'is.null',
      'and',
      'or',
      'not.',
      '"',
      '\\',
      '->',
      '->>',
      '::',
      ':',
      '*',
      '{',
      '}',
      '!',
      'a',
      '1',
      ' ',
      '\0',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(bits, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, value), { maxLength: 6 }), fc.boolean(), (pairs, isCall) => {
        const result = parseQuery(
          new URLSearchParams(pairs.map(([key, text]): [string, string] => [key, text])),
          isCall,
        );
        const said = result.ok ? 'read' : result.failure.type;
        expect(['read', 'unreadable-query', 'not-embedded', 'wrong-range']).toContain(said);
      }),
      { numRuns: 2000 },
    );
  });

  test('[wire] huge texts are read in no time', () => {
    const before = performance.now();
    for (const text of [
      '('.repeat(100_000),
      '"'.repeat(100_000),
      'a->'.repeat(50_000),
      '\\'.repeat(100_000),
      'a,'.repeat(50_000),
      ' '.repeat(100_000),
    ]) {
      parseSelect(text);
      parseOrder(text);
      parseLogicTree('or', text);
      parseFilter(text, text);
    }
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
