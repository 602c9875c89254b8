/** Whole query strings: names, filters, order, arguments, and that no text breaks the grammar. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from './query.ts';

const query = (text: string, isCall = false): unknown =>
  parseQuery(new URLSearchParams(text), { name: 'birds', isCall });

describe('a query string', () => {
  test('[wire] selects columns by name, quoted if needed, each once', () => {
    expect(query('select=a, "b.c,\\"d",e f,a&columns="a","b c",a&on_conflict=x,y')).toMatchObject({
      value: { select: ['a', 'b.c,"d', 'e f'], columns: ['a', 'b c'], onConflict: ['x', 'y'] },
    });
    for (const all of ['', 'select=*', 'select=']) expect(query(all)).toMatchObject({ value: { select: null } });
  });

  test('[wire] embedded tables are named, and a long text without one takes no long time', () => {
    const noRelationship = { ok: false, failure: { type: 'no-relationship', parent: 'birds', child: 'stones' } };
    for (const text of ['stones(*)', 'id,x:stones!hint!inner(id)', '...stones!left(id)', 'id.sum,stones()']) {
      expect(query(`select=${text}`)).toEqual(noRelationship);
    }
    // Each hint once led through the rest of the text, which took many seconds.
    const begun = performance.now();
    expect(query(`select=${'.x!'.repeat(60_000)}`)).toMatchObject({ failure: { type: 'unreadable-query' } });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('[wire] orders with directions and nulls', () => {
    expect(query('order=a.desc.nullslast,"b.c".nullsfirst, d')).toMatchObject({
      value: {
        order: [
          { column: 'a', suffix: ' desc nulls last' },
          { column: 'b.c', suffix: ' nulls first' },
          { column: 'd', suffix: '' },
        ],
      },
    });
  });

  test.each([
    ['a=eq.x.y', { type: 'compare', operator: 'eq', value: 'x.y' }],
    ['a=in.(1, "b,\\"c", d,"e"f)', { type: 'in', values: ['1', 'b,"c', ' d', '"e"f'] }],
    ['a=in.()', { type: 'in', values: [] }],
    ['a=is.NULL', { type: 'is', state: 'null' }],
  ])('[wire] the filter %s', (text, condition) => {
    expect(query(text)).toMatchObject({ value: { filters: [{ column: 'a', isNegated: false, condition }] } });
    expect(query(text.replace('=', '=not.'))).toMatchObject({ value: { filters: [{ isNegated: true, condition }] } });
  });

  test.each([
    ['select=a::text', '"select" takes column names only, but not "a::text".'],
    ['select=x:a', '"select" takes column names only, but not "x:a".'],
    ['select=a->b', '"select" takes column names only, but not "a->b".'],
    ['select=a,*', '"select" takes column names only, but not "*".'],
    ['columns=a,', '"columns" takes column names only, but not "".'],
    ['order=a.up', '"order" takes terms such as "name.desc.nullslast", but not "a.up".'],
    ['order=a->b', '"order" takes terms such as "name.desc.nullslast", but not "a->b".'],
    ['order=a.asc.desc', '"order" takes terms such as "name.desc.nullslast", but not "a.asc.desc".'],
    ['a->b=eq.1', 'A filter takes a column name, but not "a->b".'],
    ['other.a=eq.1', 'A filter takes a column name, but not "other.a".'],
    ...['a=1', 'a=like.x*', 'a=eq(any).{1}', 'a=fts.x', 'a=cs.{1}', 'a=is.maybe', 'a=in.1'].map((text) => [
      text,
      'The filter on "a" takes eq, neq, gt, gte, lt, lte, in.(…) or is, with or without "not." before it.',
    ]),
    [
      'or=(a.eq.1,b.eq.2)',
      'The filter on "or" takes eq, neq, gt, gte, lt, lte, in.(…) or is, with or without "not." before it.',
    ],
    ['a=eq.%00', 'A parameter contains a null character.'],
    ['%00=1', 'A parameter contains a null character.'],
  ])('[wire] %s is refused with one sentence', (text, message) => {
    expect(query(text)).toEqual({ ok: false, failure: { type: 'unreadable-query', message } });
  });

  test('[wire] in a call by GET, a parameter that is not a filter is an argument', () => {
    expect(query('a=1&b=eq.2&b=x.y&apikey=k', true)).toMatchObject({
      value: {
        args: [
          ['a', '1'],
          ['b', 'x.y'],
        ],
        filters: [{ column: 'b' }],
      },
    });
  });

  const bits = fc.constantFrom(...'( ) , . eq. in. is.null not. " \\ -> :: : * { } ! a 1 _'.split(' '), ' ', '\0');

  test('[wire] any text is parsed or refused with a named failure', () => {
    const words = ['select', 'order', 'or', 'columns', 'on_conflict', 'limit', 'offset', 'a', 'a->b', '"a'];
    const word = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' }));
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(bits, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, value), { maxLength: 6 }), fc.boolean(), (pairs, isCall) => {
        const result = parseQuery(new URLSearchParams(pairs.map(([key, text]) => [key, text])), { name: 'a', isCall });
        const outcome = result.ok ? 'read' : result.failure.type;
        expect(['read', 'unreadable-query', 'no-relationship', 'wrong-range']).toContain(outcome);
      }),
      { numRuns: 2000 },
    );
  });

  test('[wire] very long texts are parsed quickly', () => {
    const before = performance.now();
    for (const bit of ['(', '"', 'a->', '\\', 'a,', ' ', '",', '"a",', 'a.', 'a b-', '.desc', '!(']) {
      const text = bit.repeat(20_000);
      for (const key of ['select', 'order', 'columns', text]) query(new URLSearchParams({ [key]: text }).toString());
      query(new URLSearchParams({ a: `in.(${text})` }).toString());
    }
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
