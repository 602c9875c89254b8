/** Builds the statement that calls a function with named arguments, and reads its result like a table. */
import type { Argument, Routine } from '#server/rest/schema/read-schema.ts';
import type { Query, RowRange } from '#server/rest/request/query.ts';
import type { Media } from '#server/rest/request/preferences.ts';
import type { CallInput } from '#server/rest/request/payload.ts';
import { bodySql, NO_BODY, orderSql, rangeSql, resultRowSql, scalarBodySql, selectSql, whereSql } from './read.ts';
import { bind, identifier, list, nothing, raw, sql, type Piece } from './piece.ts';

type Calling = {
  readonly routine: Routine;
  readonly input: CallInput;
  readonly query: Query;
  readonly range: RowRange;
  readonly media: Media;
  readonly isCounted: boolean;
};

/** Builds a statement that returns one `ResultRow`. */
export function callSql({ routine, input, query, range, media, isCounted }: Calling): Piece {
  const source = raw('called');
  const isRows = routine.returns === 'row';
  const where = isRows ? whereSql(source, query.filters) : nothing;
  const order = isRows ? orderSql(source, query.order) : nothing;
  const columns = isRows ? selectSql(source, query.select) : raw('*');
  return resultRowSql({
    statement: invocationSql(routine, input),
    name: source,
    shown: sql`select ${columns} from called${where}${order}${rangeSql(range)}`,
    body: callBodySql(routine, media),
    ...(isCounted ? { total: sql`(select count(*) from called${where})` } : {}),
  });
}

function callBodySql({ returns, returnsSet }: Routine, media: Media): Piece {
  if (returns === 'void') return NO_BODY;
  const isOne = media.isObject || !returnsSet;
  return returns === 'value' ? scalarBodySql(isOne) : bodySql(isOne);
}

function invocationSql(routine: Routine, input: CallInput): Piece {
  const { from, args } = argumentsSql(routine, input);
  const call = sql`${identifier(routine.schema, routine.name)}(${args})`;
  return routine.returns === 'row'
    ? sql`select rest_call.* from ${from}${call} rest_call`
    : sql`select rest_call.rest_value from ${from}(select ${call} as rest_value) rest_call`;
}

function argumentsSql(routine: Routine, input: CallInput): { readonly from: Piece; readonly args: Piece } {
  if (input.type === 'params') {
    const valueByName = new Map(input.pairs);
    const args = routine.args.flatMap((arg) => {
      const value = valueByName.get(arg.name);
      return value === undefined ? [] : [namedSql(arg, sql`${bind(value)}::${raw(arg.type)}`)];
    });
    return { from: nothing, args: list(args) };
  }
  const given = routine.args.filter((arg) => input.keys.includes(arg.name));
  if (given.length === 0) return { from: nothing, args: nothing };
  const typed = given.map((arg) => sql`${identifier(arg.name)} ${raw(arg.type)}`);
  return {
    from: sql`json_to_record(${bind(input.text)}::json) as rest_args (${list(typed)}), lateral `,
    args: list(given.map((arg) => namedSql(arg, sql`rest_args.${identifier(arg.name)}`))),
  };
}

const namedSql = (arg: Argument, value: Piece): Piece => sql`${identifier(arg.name)} := ${value}`;
