/** Parsing filters: quotes, commas, negation, and invalid filters. */
import { expect, test } from 'vitest';
import { parseFilter } from './filter.ts';

const read = (filter: string) => {
  const parsed = parseFilter(filter);
  return parsed.ok ? parsed.value.map(({ column, values }) => [column, values]) : parsed.failure.message;
};

test('[wire] a comma is AND, but not within quotes and parentheses', () => {
  expect(read('id=eq.0,name=eq.x')).toEqual([
    ['id', ['0']],
    ['name', ['x']],
  ]);
  expect(read('name=eq."a,b",id=in.(1,"2,\\"3")')).toEqual([
    ['name', ['a,b']],
    ['id', ['1', '2,"3']],
  ]);
  expect(read('a=eq.x.y=z')).toEqual([['a', ['x.y=z']]]);
  expect(read('a=eq.5" nail,b=eq.')).toEqual([
    ['a', ['5" nail']],
    ['b', ['']],
  ]);
  expect(read('a=in.()')).toEqual([['a', []]]);
});

test('[wire] an empty text has no conditions', () => {
  expect(read('')).toEqual([]);
  expect(read('  ')).toEqual([]);
});

test("[wire] an invalid filter gets the hosted service's message", () => {
  expect(read('subject=foo.hey')).toBe('Error parsing `filter` params: ["foo", "hey"]');
  for (const operator of ['neq', 'gt', 'lte', 'like', 'imatch', 'is', 'not'])
    expect(read(`a=${operator}.x`)).toBe(`Error parsing \`filter\` params: ["${operator}", "x"]`);
  expect(read('undefined')).toBe('Error parsing `filter` params: ["undefined"]');
  expect(read('a=eq.1,')).toBe(
    'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)',
  );
  expect(read('a=in.1,2')).toBe('Error parsing `filter` params: `in` filter value must be wrapped by parentheses');
  expect(read('=eq.1')).toContain('Error parsing');
  expect(read('a=eq')).toContain('Error parsing');
  expect(read('a=constructor.1')).toContain('Error parsing');
});

test('[wire] a very long filter, or one with unclosed quotes, is refused or parsed quickly', () => {
  expect(read(`a=eq.${'x'.repeat(5000)}`)).toContain('too long');
  const started = performance.now();
  for (const piece of ['(', ')', '"', '\\', ',', '.("', 'a=eq."\\'])
    expect(read(`a=eq.${piece.repeat(500)}`)).toBeDefined();
  expect(performance.now() - started).toBeLessThan(2_000);
});
