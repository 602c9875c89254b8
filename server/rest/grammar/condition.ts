/** Reads what follows a column in a filter: `eq.5`, `not.in.(a,"b,c")`, `is.null`, `like(any).{a*,b*}`, `wfts(english).cat`. */
import { readQuoted } from './field.ts';
import { readList } from './reader.ts';
import type { Reader } from './reader.ts';
import { COMPARISONS, SEARCHES, STATES } from './syntax.ts';
import type { Comparison, Condition, Search, State } from './syntax.ts';

/** How a value ends: in a filter of its own at the end of the text, in a logic tree at `,` or `)`. */
export type ValueReader = (reader: Reader) => string | undefined;

type ConditionReader = (reader: Reader, readValue: ValueReader) => Condition | undefined;

type NegatableCondition = { readonly negated: boolean; readonly condition: Condition };

const QUANTIFIABLE: readonly Comparison[] = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'];
const OPERATOR = 'operator (eq, gt, ...)';

/** Reads a condition, with `not.` before it or not. */
export function readCondition(reader: Reader, readValue: ValueReader): NegatableCondition | undefined {
  const negated = reader.attempt(() => {
    if (!reader.take('not.')) return undefined;
    const condition = readPlainCondition(reader, readValue);
    return condition === undefined ? undefined : { negated: true, condition };
  });
  if (negated !== undefined) return negated;
  const condition = readPlainCondition(reader, readValue);
  return condition === undefined ? undefined : { negated: false, condition };
}

/** Whatever is left, as it stands. */
export const readRest: ValueReader = (reader) => reader.match(/[\s\S]*/u);

/** Inside a logic tree: in quotes, an array of Postgres, or up to the next `,` or `)`. */
export const readNestedValue: ValueReader = (reader) =>
  reader.attempt(() => {
    const quoted = readQuoted(reader);
    return quoted !== undefined && isAtEndOfElement(reader) ? quoted : undefined;
  }) ??
  reader.match(/\{[^{}]*\}(?=[ \t]*(?:[,)]|$))/u) ??
  reader.match(/[^,)]*/u);

function readPlainCondition(reader: Reader, readValue: ValueReader): Condition | undefined {
  const operator = reader.sees(/[a-z]+(?:\([^()]*\))?\./u) ? (reader.match(/[a-z]+/u) ?? '') : '';
  const special = SPECIAL.get(operator);
  if (special !== undefined) return special(reader, readValue);
  if (isSearch(operator)) return readSearch(reader, operator, readValue);
  return isComparison(operator) ? readComparison(reader, operator, readValue) : reader.refuse(OPERATOR);
}

const readIn: ConditionReader = (reader) => {
  if (reader.match(/\.[ \t]*\([ \t]*/u) === undefined) return reader.refuse('"("');
  const values = readList(reader, /,/u, readElement);
  if (values === undefined || reader.match(/\)[ \t]*/u) === undefined) return reader.refuse('")"');
  return { type: 'in', values: values.length === 1 && values[0] === '' ? [] : values };
};

const readIs: ConditionReader = (reader) => {
  const state =
    reader
      .match(/\.[A-Za-z_]+/u)
      ?.slice(1)
      .toLowerCase() ?? '';
  return isState(state) ? { type: 'is', state } : reader.refuse('null or trilean value (unknown, true, false)');
};

const readDistinct: ConditionReader = (reader, readValue) => {
  const value = readDotted(reader, readValue);
  return value === undefined ? undefined : { type: 'distinct', value };
};

/** Operators that take no ordinary value, or none of the others' words. */
const SPECIAL: ReadonlyMap<string, ConditionReader> = new Map([
  ['in', readIn],
  ['is', readIs],
  ['isdistinct', readDistinct],
]);

const readElement: ValueReader = (reader) =>
  reader.attempt(() => {
    const quoted = readQuoted(reader);
    return quoted !== undefined && isAtEndOfElement(reader) ? quoted : undefined;
  }) ?? reader.match(/[^,)]*/u);

function readSearch(reader: Reader, operator: Search, readValue: ValueReader): Condition | undefined {
  const language = reader.match(/\([\p{L}\p{N}_]+\)/u)?.slice(1, -1) ?? null;
  const value = readDotted(reader, readValue);
  return value === undefined ? undefined : { type: 'search', operator, language, value };
}

function readComparison(reader: Reader, operator: Comparison, readValue: ValueReader): Condition | undefined {
  const quantifier = QUANTIFIABLE.includes(operator) ? readQuantifier(reader) : null;
  const value = readDotted(reader, readValue);
  return value === undefined ? undefined : { type: 'compare', operator, quantifier, value };
}

function readDotted(reader: Reader, readValue: ValueReader): string | undefined {
  return reader.take('.') ? readValue(reader) : reader.refuse('delimiter (.)');
}

function readQuantifier(reader: Reader): 'any' | 'all' | null {
  if (reader.take('(any)')) return 'any';
  return reader.take('(all)') ? 'all' : null;
}

const isAtEndOfElement = (reader: Reader): boolean => reader.isDone() || reader.sees(/[,)]/u);
const isComparison = (word: string): word is Comparison => Object.hasOwn(COMPARISONS, word);
const isSearch = (word: string): word is Search => Object.hasOwn(SEARCHES, word);
const isState = (word: string): word is State => Object.hasOwn(STATES, word);
