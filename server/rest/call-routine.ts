/** Handles function calls: POST with named arguments, GET with query parameters. */
import { fail, ok, type Result } from '#server/result.ts';
import { rowsToResponse, type RestResponse } from './rest-response.ts';
import type { RestContext } from './context.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { findRoutine } from './find-target.ts';
import { parseArguments, type CallInput } from '#server/rest/request/payload.ts';
import { chooseRange, isReading, type RestRequest } from '#server/rest/request/request.ts';
import { runStatement } from './run-statement.ts';
import type { Target } from './serve-table.ts';
import { callSql } from './sql/call.ts';

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
