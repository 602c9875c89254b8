/** Filters of subscriptions, their conditions bound to the types of columns, and their answers for rows. */
import { expect, test } from 'vitest';
import { parseFilter, bindCondition, isMet } from './filter.ts';

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

const ask = (filter: string, type: string, value: unknown): boolean | string => {
  const parsed = parseFilter(`c=${filter}`);
  const [written] = parsed.ok ? parsed.value : [];
  const bound = written && bindCondition(written, type);
  if (bound === undefined) return 'unreadable';
  return bound.ok ? isMet(bound.value, { c: value }) : bound.failure.message;
};

test("[wire] values are compared as their column's type", () => {
  expect(ask('eq.7', 'int8', 7)).toBe(true);
  expect(ask('eq.1.50', 'numeric', 1.5)).toBe(true);
  expect(ask('eq.t', 'bool', true)).toBe(true);
  expect(ask('eq.7B1CE007-566D-41ED-8D45-258649C82F3A', 'uuid', '7b1ce007-566d-41ed-8d45-258649c82f3a')).toBe(true);
  expect(ask('eq.2026-11-21T13:00:00.5+01:00', 'timestamptz', '2026-11-21T12:00:00.500000+00:00')).toBe(true);
  expect(ask('eq.{"a":1}', 'jsonb', { a: 1 })).toBe(true);
  expect(ask('in.(a,"b,c")', 'text', 'b,c')).toBe(true);
  expect(ask('in.(a,"b,c")', 'text', 'b')).toBe(false);
});

test('[wire] NULL meets no condition', () => {
  for (const filter of ['eq.1', 'in.(1)', 'in.()']) expect(ask(filter, 'int4', null)).toBe(false);
  expect(ask('eq.null', 'text', null)).toBe(false);
  expect(ask('eq.1', 'int4', undefined)).toBe(false);
});

test('[wire] a value that Postgres would reject is rejected', () => {
  expect(ask('eq.x', 'int4', 1)).toBe('invalid input syntax for type int4: "x"');
  expect(ask('eq.1.5', 'int4', 1)).toContain('invalid input');
  expect(ask('eq.x', 'uuid', '')).toContain('invalid input');
  expect(ask('in.(t,x)', 'bool', true)).toContain('invalid input');
  expect(ask('eq.yesterday', 'timestamptz', '')).toContain('invalid input');
});
