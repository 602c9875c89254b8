/** Handles function calls: POST with named arguments, GET with query parameters. The result is read like a table. */
import { fail, ok, type Result } from '#server/result.ts';
import { type RestContext, runStatement } from './run-statement.ts';
import type { RestFailure } from './failure.ts';
import { findRoutine } from './find-target.ts';
import { parseArguments, type CallInput } from './request/payload.ts';
import type { Query, RowRange } from './request/query.ts';
import { chooseRange, isReading, type RestRequest, type Media } from './request/request.ts';
import { rowsToResponse, type RestResponse } from './rest-response.ts';
import type { Argument, Routine } from './schema-cache.ts';
import type { Target } from './serve-table.ts';
import { bind, identifier, list, nothing, raw, sql, type Piece } from './sql/piece.ts';
import { bodySql, NO_BODY, orderSql, rangeSql, resultRowSql, scalarBodySql, selectSql, whereSql } from './sql/read.ts';

/** Calls the function that accepts the arguments, and returns its result. A function that writes needs POST. */
export async function callRoutine(
  context: RestContext,
  request: RestRequest,
  { name, body }: Target,
): Promise<Result<RestResponse, RestFailure>> {
  const input = readInput(request, body);
  if (!input.ok) return input;
  const { schema, query, media, preferences } = request;
  const found = await findRoutine(context.schemaCache, { schema, name, keys: keysOf(input.value) });
  if (!found.ok) return found;
  const routine = found.value;
  const chosen = chooseRange(request, context.settings.maxRows);
  if (!chosen.ok) return chosen;
  const range = chosen.value;
  const isCounted = preferences.count !== null;
  const statement = callSql({ routine, input: input.value, query, range, media, isCounted });
  const readOnly = isReading(request) || !routine.isVolatile;
  // As in PostgREST, a function's own limit replaces that of the caller: while it runs, it would come too late.
  const outcome = await runStatement(context, request, { statement, readOnly, timeout: routine.timeout });
  if (!outcome.ok) return outcome;
  const response = rowsToResponse(request, range, outcome.value);
  return response.ok && routine.returns === 'void' ? ok(withoutBody(response.value)) : response;
}

function withoutBody({ headers }: RestResponse): RestResponse {
  const { 'content-type': _, ...others } = headers;
  return { status: 204, headers: others, body: null };
}

function readInput(request: RestRequest, body: string): Result<CallInput, RestFailure> {
  const { method, query, headers } = request;
  if (isReading(request)) return ok({ type: 'params', pairs: query.args });
  return method === 'POST' ? parseArguments(body, headers['content-type']) : fail({ type: 'wrong-rpc-method', method });
}

const keysOf = (input: CallInput): readonly string[] =>
  input.type === 'object' ? input.keys : [...new Set(input.pairs.map(([name]) => name))];

type Calling = {
  readonly routine: Routine;
  readonly input: CallInput;
  readonly query: Query;
  readonly range: RowRange;
  readonly media: Media;
  readonly isCounted: boolean;
};

/** Builds a statement that returns one `ResultRow`. */
function callSql({ routine, input, query, range, media, isCounted }: Calling): Piece {
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
