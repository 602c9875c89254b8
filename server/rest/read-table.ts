/** Answers GET and HEAD of a table. */
import type { Result } from '#server/result.ts';
import { answerRows } from './answer.ts';
import type { Answer } from './answer.ts';
import type { RestContext } from './context.ts';
import type { RestFailure } from './failures/failure.ts';
import { findTable } from './find-target.ts';
import { chooseRange } from './request/request.ts';
import type { RestRequest } from './request/request.ts';
import { runStatement } from './run-statement.ts';
import { readSql } from './sql/read.ts';

/** Gives the rows as they are asked for, in a transaction that only reads. */
export async function readTable(
  context: RestContext,
  request: RestRequest,
  name: string,
): Promise<Result<Answer, RestFailure>> {
  const table = await findTable(context.catalogue, { schema: request.schema, name, columns: [] });
  if (!table.ok) return table;
  const { query, method, media, preferences } = request;
  const wanted = chooseRange(request, context.settings.maxRows);
  if (!wanted.ok) return wanted;
  const range = wanted.value;
  const statement = readSql({
    table: table.value,
    query,
    range,
    media: method === 'HEAD' ? null : media,
    isCounted: preferences.count !== null,
  });
  const outcome = await runStatement(context, request, { statement, readOnly: true });
  return outcome.ok ? answerRows(request, range, outcome.value) : outcome;
}
