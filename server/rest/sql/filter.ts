/** Filters as SQL: PostgREST's operators on columns, their values always bound. */
import { COMPARISONS, SEARCHES, STATES } from '#server/rest/grammar/syntax.ts';
import type { Condition, Filter, LogicTree, Quantifier } from '#server/rest/grammar/syntax.ts';
import { fieldSql } from './field.ts';
import type { Source } from './field.ts';
import { bind, join, nothing, raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

/** All of the filters have to hold; none, no `where`. */
export function whereSql(source: Source, filters: readonly LogicTree[]): Piece {
  if (filters.length === 0) return nothing;
  const trees = filters.map((tree) => treeSql(source, tree));
  return sql` where ${join(trees, ' and ')}`;
}

function treeSql(source: Source, tree: LogicTree): Piece {
  if (tree.type === 'filter') return filterSql(source, tree);
  const parts = tree.parts.map((part) => treeSql(source, part));
  return sql`${negation(tree.negated)}(${join(parts, ` ${tree.type} `)})`;
}

function filterSql(source: Source, filter: Filter): Piece {
  const value = fieldSql(source, filter.field);
  const left = filter.condition.type === 'search' ? searchableSql(source, filter) : value;
  return sql`${negation(filter.negated)}(${left} ${conditionSql(filter.condition)})`;
}

function conditionSql(condition: Condition): Piece {
  switch (condition.type) {
    case 'compare': {
      const { operator, quantifier, value } = condition;
      const isPattern = operator === 'like' || operator === 'ilike';
      // `*` spares callers from escaping `%` in an address.
      const text = isPattern ? value.replaceAll('*', '%') : value;
      return sql`${raw(COMPARISONS[operator])} ${quantified(quantifier, bind(text))}`;
    }
    case 'in':
      return sql`= any (${bind(arrayLiteral(condition.values))})`;
    case 'is':
      return sql`is ${raw(STATES[condition.state])}`;
    case 'distinct':
      return sql`is distinct from ${bind(condition.value)}`;
    case 'search': {
      const words = bind(condition.value);
      return sql`@@ ${raw(SEARCHES[condition.operator])}(${languageSql(condition.language)}${words})`;
    }
  }
}

/** Full text search needs a tsvector: what is none is made one, in the language that is asked for. */
function searchableSql(source: Source, { field, condition }: Filter): Piece {
  const value = fieldSql(source, field);
  const known = source.table?.columns.get(field.name);
  if (known?.type === 'tsvector' && field.path.length === 0) return value;
  return sql`to_tsvector(${languageSql(condition.type === 'search' ? condition.language : null)}${value})`;
}

const languageSql = (language: string | null): Piece =>
  language === null ? nothing : sql`${bind(language)}::regconfig, `;

function quantified(quantifier: Quantifier | null, value: Piece): Piece {
  return quantifier === null ? value : sql`${raw(quantifier)} (${value})`;
}

/** The text form of an array in Postgres: each element in quotes. */
export function arrayLiteral(values: readonly string[]): string {
  const elements = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${elements.join(',')}}`;
}

const negation = (negated: boolean): Piece => (negated ? raw('not ') : nothing);
