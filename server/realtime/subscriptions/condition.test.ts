/** Conditions bound to the types of columns, and their answers for rows. */
import { expect, test } from 'vitest';
import { bindCondition, isMet } from './condition.ts';
import { parseFilter } from './filter.ts';

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
