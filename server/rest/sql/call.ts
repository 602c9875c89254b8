/** The statement that calls a function with named arguments, and reads what it gives like a table. */
import type { Argument, Routine } from '#server/rest/catalogue/catalogue.ts';
import type { Query, RowRange } from '#server/rest/grammar/syntax.ts';
import type { Media } from '#server/rest/media.ts';
import { NO_BODY, answerRowSql, bodySql, scalarBodySql } from './body.ts';
import { orderSql, selectSql } from './field.ts';
import type { Source } from './field.ts';
import { arrayLiteral, whereSql } from './filter.ts';
import { bind, identifier, list, nothing, raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';
import { rangeSql } from './read.ts';

export type CallInput =
  /** A JSON object of named arguments. */
  | { readonly type: 'object'; readonly text: string; readonly keys: readonly string[] }
  /** The body is the one unnamed argument. */
  | { readonly type: 'body'; readonly text: string }
  /** The parameters of an address. */
  | { readonly type: 'params'; readonly pairs: readonly (readonly [name: string, value: string])[] };

export type Calling = {
  readonly routine: Routine;
  readonly input: CallInput;
  readonly query: Query;
  readonly range: RowRange;
  readonly media: Media;
  readonly isCounted: boolean;
};

/** One row, as a read gives it. */
export function callSql(calling: Calling): Piece {
  const { routine, query, range, isCounted } = calling;
  const source: Source = { name: raw('called'), table: null };
  const isRows = routine.returns === 'row';
  const where = isRows ? whereSql(source, query.filters) : nothing;
  const order = isRows ? orderSql(source, query.order) : nothing;
  const columns = isRows ? selectSql(source, query.select) : raw('*');
  const total = isCounted ? { total: sql`(select count(*) from called${where})` } : {};
  return answerRowSql({
    statement: invocationSql(calling),
    name: source.name,
    shown: sql`select ${columns} from called${where}${order}${rangeSql(range)}`,
    body: callBodySql(calling),
    ...total,
  });
}

function callBodySql({ routine, media }: Calling): Piece {
  if (routine.returns === 'void') return NO_BODY;
  if (media.form === 'csv') return bodySql(media);
  const isOne = media.form === 'object' || !routine.returnsSet;
  return routine.returns === 'value' ? scalarBodySql(!isOne) : bodySql({ ...media, form: isOne ? 'object' : 'array' });
}

function invocationSql({ routine, input }: Calling): Piece {
  const name = identifier(routine.schema, routine.name);
  const { from, args } = argumentsSql(routine, input);
  const call = sql`${name}(${args})`;
  return routine.returns === 'row'
    ? sql`select rest_call.* from ${from}${call} rest_call`
    : sql`select rest_call.rest_value from ${from}(select ${call} as rest_value) rest_call`;
}

type Arguments = { readonly from: Piece; readonly args: Piece };

function argumentsSql(routine: Routine, input: CallInput): Arguments {
  switch (input.type) {
    case 'body':
      return { from: nothing, args: bind(input.text) };
    case 'params': {
      const given = routine.args.filter((arg) => input.pairs.some(([name]) => name === arg.name));
      return {
        from: nothing,
        args: list(given.map((arg) => paramSql(arg, input.pairs))),
      };
    }
    case 'object': {
      const given = routine.args.filter((arg) => input.keys.includes(arg.name));
      if (given.length === 0) return { from: nothing, args: nothing };
      const typed = given.map((arg) => sql`${identifier(arg.name)} ${raw(arg.type)}`);
      const from = sql`json_to_record(${bind(input.text)}::json) as rest_args (${list(typed)}), lateral `;
      return {
        from,
        args: list(given.map((arg) => namedSql(arg, sql`rest_args.${identifier(arg.name)}`))),
      };
    }
  }
}

function paramSql(arg: Argument, pairs: readonly (readonly [string, string])[]): Piece {
  const values = pairs.filter(([name]) => name === arg.name).map(([, value]) => value);
  const value = arg.isVariadic ? arrayLiteral(values) : (values.at(-1) ?? '');
  return namedSql(arg, sql`${bind(value)}::${raw(arg.type)}`);
}

const namedSql = (arg: Argument, value: Piece): Piece =>
  sql`${arg.isVariadic ? raw('variadic ') : nothing}${identifier(arg.name)} := ${value}`;
