/** Handles GET and HEAD requests for a table. */
import type { Result } from '#server/result.ts';
import { rowsToResponse, type RestResponse } from './rest-response.ts';
import type { RestContext } from './context.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { findTable } from './find-target.ts';
import { chooseRange, type RestRequest } from '#server/rest/request/request.ts';
import { runStatement } from './run-statement.ts';
import { readSql } from './sql/read.ts';

/** Returns the requested rows. Runs in a read-only transaction. */
export async function readTable(
  context: RestContext,
  request: RestRequest,
  name: string,
): Promise<Result<RestResponse, RestFailure>> {
  const table = await findTable(context.schemaCache, { schema: request.schema, name, columns: [] });
  if (!table.ok) return table;
  const { query, method, media, preferences } = request;
  const chosen = chooseRange(request, context.settings.maxRows);
  if (!chosen.ok) return chosen;
  const range = chosen.value;
  const statement = readSql({
    table: table.value,
    query,
    range,
    media: method === 'HEAD' ? null : media,
    isCounted: preferences.count !== null,
  });
  const outcome = await runStatement(context, request, { statement, readOnly: true });
  return outcome.ok ? rowsToResponse(request, range, outcome.value) : outcome;
}
