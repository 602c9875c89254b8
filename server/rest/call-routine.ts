/** Answers calls of functions: POST with named arguments, GET with parameters. */
import type { Result } from '#server/result.ts';
import { answerRows, optionalHeader, runStatement } from './answer.ts';
import type { Answer } from './answer.ts';
import { transactionOf } from './context.ts';
import type { RestContext } from './context.ts';
import type { RestFailure } from './failure.ts';
import { findRoutine } from './find-target.ts';
import type { RoutineFound } from './find-target.ts';
import { capRange, narrowByHeader } from './grammar/range.ts';
import { parseArguments } from './payload.ts';
import { writeApplied } from './preferences.ts';
import { isReading, refuseBeyondColumns } from './request.ts';
import type { RestRequest } from './request.ts';
import { callSql } from './sql/call.ts';
import type { CallInput } from './sql/call.ts';
import { transact } from './transact.ts';

/** Calls the function whose arguments fit, and gives what it gives; a function that writes needs POST. */
export async function callRoutine(
  context: RestContext,
  request: RestRequest,
  { name, body }: { readonly name: string; readonly body: string },
): Promise<Result<Answer, RestFailure>> {
  const input = readInput(request, body);
  if (!input.ok) return input;
  const { schema, query } = request;
  const wanted = { schema, name, keys: keysOf(input.value), takesBody: input.value.type !== 'params' };
  const found = await findRoutine(context.catalogue, wanted);
  if (!found.ok) return found;
  const refused = refuseBeyondColumns(query.select, { schema, name });
  if (refused !== null) return { ok: false, failure: refused };
  return call(context, request, { ...found.value, input: input.value });
}

async function call(
  context: RestContext,
  request: RestRequest,
  { routine, isWholeBody, input }: RoutineFound & { readonly input: CallInput },
): Promise<Result<Answer, RestFailure>> {
  const { query, media, preferences } = request;
  const wanted = narrowByHeader(query.range, request.method === 'GET' ? request.headers['range'] : undefined);
  if (!wanted.ok) return wanted;
  const range = capRange(wanted.value, context.settings.maxRows);
  const isCounted = preferences.count !== null;
  const given: CallInput = isWholeBody && input.type === 'object' ? { type: 'body', text: input.text } : input;
  const statement = callSql({ routine, input: given, query, range, media, isCounted });
  return transact<Answer>(transactionOf(context, request, isReading(request) || !routine.isVolatile), async (tx) => {
    const outcome = await runStatement(context.prepare, { tx, request, statement });
    if (!outcome.ok) return outcome;
    const answer = answerRows(request, range, outcome.value);
    if (!answer.ok) return answer;
    const { 'content-type': contentType = '', ...others } = answer.value.headers;
    const headers = { ...others, ...optionalHeader('preference-applied', writeApplied('call', preferences)) };
    if (routine.returns === 'void') return { ok: true, value: { status: 204, headers, body: null } };
    return { ok: true, value: { ...answer.value, headers: { ...headers, 'content-type': contentType } } };
  });
}

function readInput(request: RestRequest, body: string): Result<CallInput, RestFailure> {
  if (isReading(request)) return { ok: true, value: { type: 'params', pairs: request.query.args } };
  const args = parseArguments(body, request.headers['content-type']);
  if (!args.ok) return args;
  const { text, keys } = args.value;
  return { ok: true, value: keys === null ? { type: 'body', text } : { type: 'object', text, keys } };
}

function keysOf(input: CallInput): readonly string[] | null {
  if (input.type === 'params') return [...new Set(input.pairs.map(([name]) => name))];
  return input.type === 'object' ? input.keys : null;
}
