/** Columns and places inside their JSON, as SQL. */
import type { Table } from '#server/rest/catalogue/catalogue.ts';
import type { Field, JsonStep, OrderTerm, SelectItem } from '#server/rest/grammar/syntax.ts';
import { bind, identifier, join, list, nothing, raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

/** Where columns come from: a table, or rows that another statement has given. */
export type Source = {
  readonly name: Piece;
  /** What is known of the columns; nothing of what a function gives. */
  readonly table: Table | null;
};

export function fieldSql(source: Source, { name, path }: Field): Piece {
  const column = sql`${source.name}.${identifier(name)}`;
  if (path.length === 0) return column;
  const known = source.table?.columns.get(name);
  // Fields of composites and arrays are reached as JSON too.
  const base = known === undefined || known.isJson ? column : sql`to_jsonb(${column})`;
  return sql`(${base}${join(path.map(stepSql), '')})`;
}

function stepSql({ arrow, key }: JsonStep): Piece {
  return sql`${raw(arrow)}${typeof key === 'number' ? raw(`(${key})`) : sql`${bind(key)}::text`}`;
}

/** The columns of a select, everything where nothing was asked for. Embeddings and aggregates were refused before. */
export function selectSql(source: Source, select: readonly SelectItem[]): Piece {
  const items = select.length === 0 ? [allSql(source)] : select.map((item) => itemSql(source, item));
  return list(items);
}

const allSql = (source: Source): Piece => sql`${source.name}.*`;

function itemSql(source: Source, item: SelectItem): Piece {
  if (item.type !== 'field') return allSql(source);
  const value = fieldSql(source, item.field);
  // The grammar lets only letters, digits, `_` and blanks into a type's name.
  const cast = item.cast === null ? value : sql`cast(${value} as ${raw(item.cast)})`;
  return sql`${cast} as ${identifier(item.alias ?? nameOf(item.field))}`;
}

/** Named after the last key of its path, else after its column. */
function nameOf({ name, path }: Field): string {
  const keys = path.map((step) => step.key).filter((key) => typeof key === 'string');
  return keys.at(-1) ?? name;
}

export function orderSql(source: Source, order: readonly OrderTerm[]): Piece {
  if (order.length === 0) return nothing;
  const terms = order.map(({ field, direction, nulls }) => {
    const [way, gaps] = [direction === null ? '' : ` ${direction}`, nulls === null ? '' : ` nulls ${nulls}`];
    return sql`${fieldSql(source, field)}${raw(`${way}${gaps}`)}`;
  });
  return sql` order by ${list(terms)}`;
}
