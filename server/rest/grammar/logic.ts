/** Reads filters: `age=gte.18`, and trees of them such as `or=(a.eq.1,not.and(b.gt.2,c.is.null))`. */
import type { RestFailure } from '#server/rest/failure.ts';
import type { Result } from '#server/result.ts';
import { readCondition, readNestedValue, readRest } from './condition.ts';
import { COMMA, readField } from './field.ts';
import { readAll, readList } from './reader.ts';
import type { Reader } from './reader.ts';
import type { Filter, LogicTree } from './syntax.ts';

/** Trees may be so deep: nobody writes deeper ones, and Postgres would run out of stack. */
const MAX_DEPTH = 64;

/** Reads one filter: a key (a column, or a place in its JSON) and a value. Gives it, or PGRST100. */
export function parseFilter(key: string, value: string): Result<Filter, RestFailure> {
  const field = readAll('tree path', key, readField);
  if (!field.ok) return field;
  const condition = readAll('filter', value, (reader) => readCondition(reader, readRest));
  return condition.ok ? { ok: true, value: { type: 'filter', field: field.value, ...condition.value } } : condition;
}

/** Reads the value of `and`, `or`, `not.and`, `not.or`. Gives the tree, or PGRST100. */
export function parseLogicTree(key: string, value: string): Result<LogicTree, RestFailure> {
  const tree = readAll('logic tree', `${key}${value}`, (reader) => readBranch(reader, 0));
  if (tree.ok || tree.failure.type !== 'unreadable-query') return tree;
  // The key was put before the value only for reading.
  return {
    ok: false,
    failure: { ...tree.failure, message: tree.failure.message.replace(`(${key}${value})`, () => `(${value})`) },
  };
}

function readTree(reader: Reader, depth: number): LogicTree | undefined {
  if (depth > MAX_DEPTH) return reader.refuse(`at most ${MAX_DEPTH} levels`);
  return reader.attempt(() => readLeaf(reader)) ?? readBranch(reader, depth);
}

function readLeaf(reader: Reader): Filter | undefined {
  const field = readField(reader);
  if (field === undefined || !reader.take('.')) return reader.refuse('delimiter (.)');
  const condition = readCondition(reader, readNestedValue);
  return condition === undefined ? undefined : { type: 'filter', field, ...condition };
}

function readBranch(reader: Reader, depth: number): LogicTree | undefined {
  reader.match(/[ \t]*/u);
  const negated = reader.take('not.');
  const type = readOperator(reader);
  if (type === undefined) return reader.refuse('logic operator (and, or)');
  if (reader.match(/[ \t]*\([ \t]*/u) === undefined) return reader.refuse('"("');
  const parts = readList(reader, COMMA, (r) => readTree(r, depth + 1));
  if (parts === undefined) return undefined;
  return reader.match(/[ \t]*\)[ \t]*/u) === undefined ? reader.refuse('"," or ")"') : { type, negated, parts };
}

function readOperator(reader: Reader): 'and' | 'or' | undefined {
  if (reader.take('and')) return 'and';
  return reader.take('or') ? 'or' : undefined;
}
