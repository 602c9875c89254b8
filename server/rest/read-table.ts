/** Answers GET and HEAD of a table. */
import type { TransactionSql } from '#server/database/database.ts';
import { sendStatement } from '#server/database/send-statement.ts';
import type { Result } from '#server/result.ts';
import { answerRows, encodePath, optionalHeader, readOutcome, runStatement } from './answer.ts';
import type { Answer, Outcome } from './answer.ts';
import type { Table } from './catalogue/catalogue.ts';
import { transactionOf } from './context.ts';
import type { RestContext } from './context.ts';
import type { RestFailure } from './failure.ts';
import { findTable } from './find-target.ts';
import { capRange, narrowByHeader } from './grammar/range.ts';
import type { RowRange } from './grammar/syntax.ts';
import { writeApplied } from './preferences.ts';
import { refuseBeyondColumns } from './request.ts';
import type { RestRequest } from './request.ts';
import type { AnswerRow } from './sql/body.ts';
import type { Piece } from './sql/piece.ts';
import { planSql, readSql } from './sql/read.ts';
import { transact, transactOne } from './transact.ts';

/** Gives the rows as they are asked for, in a transaction that only reads. */
export async function readTable(
  context: RestContext,
  request: RestRequest,
  name: string,
): Promise<Result<Answer, RestFailure>> {
  const table = await findTable(context.catalogue, { schema: request.schema, name, columns: [] });
  if (!table.ok) return table;
  const refused = refuseBeyondColumns(request.query.select, table.value);
  if (refused !== null) return { ok: false, failure: refused };
  const wanted = narrowByHeader(request.query.range, request.method === 'GET' ? request.headers['range'] : undefined);
  if (!wanted.ok) return wanted;
  const range = capRange(wanted.value, context.settings.maxRows);
  const reading = { context, request, table: table.value, range };
  const transaction = transactionOf(context, request, true);
  if (!isOneStatement(request)) return transact(transaction, (tx) => readRows(reading, tx));
  const rows = await transactOne<AnswerRow>(transaction, context.prepare(statementOf(reading)));
  if (!rows.ok) return rows;
  const outcome = readOutcome(request, rows.value);
  return outcome.ok ? answerRead(reading, outcome.value, null) : outcome;
}

/** A time zone and what the planner expects are asked for by statements of their own. */
const isOneStatement = ({ preferences }: RestRequest): boolean =>
  preferences.timezone === null && (preferences.count === null || preferences.count === 'exact');

type Reading = {
  readonly context: RestContext;
  readonly request: RestRequest;
  readonly table: Table;
  readonly range: RowRange;
};

async function readRows(reading: Reading, tx: TransactionSql): Promise<Result<Answer, RestFailure>> {
  const { context, request } = reading;
  const { preferences } = request;
  // Both are sent at once.
  const [outcome, planned] = await Promise.all([
    runStatement(context.prepare, { tx, request, statement: statementOf(reading) }),
    preferences.count === 'planned' || preferences.count === 'estimated' ? planRows(reading, tx) : null,
  ]);
  return outcome.ok ? answerRead(reading, outcome.value, planned) : outcome;
}

function statementOf(reading: Reading): Piece {
  const { request, table, range } = reading;
  const media = request.method === 'HEAD' ? null : request.media;
  return readSql({ table, query: request.query, range, media, countUpTo: countLimit(reading) });
}

function answerRead(reading: Reading, outcome: Outcome, planned: number | null): Result<Answer, RestFailure> {
  const { request, range } = reading;
  const total = chooseTotal(reading, outcome.total, planned);
  const answer = answerRows(request, range, { ...outcome, total });
  if (!answer.ok) return answer;
  const applied = optionalHeader('preference-applied', writeApplied('read', request.preferences));
  const headers = { ...answer.value.headers, 'content-location': locationOf(request), ...applied };
  return { ok: true, value: { ...answer.value, headers } };
}

/** An estimate counts up to one more than a read shows, and asks the planner for the rest. */
function countLimit({ context, request }: Reading): number | null {
  if (request.preferences.count === 'exact') return Infinity;
  return request.preferences.count === 'estimated' ? context.settings.maxRows + 1 : null;
}

function chooseTotal({ context, request }: Reading, counted: number | null, planned: number | null): number | null {
  if (request.preferences.count === 'planned') return planned;
  const isLarge = counted !== null && counted > context.settings.maxRows;
  return request.preferences.count === 'estimated' && isLarge ? Math.max(counted, planned ?? 0) : counted;
}

async function planRows({ context, request, table }: Reading, tx: TransactionSql): Promise<number | null> {
  const [row] = await sendStatement<{ 'QUERY PLAN': readonly PlanRow[] }>(
    tx,
    context.prepare(planSql(table, request.query)),
  );
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? null;
}

type PlanRow = { readonly Plan: { readonly 'Plan Rows': number } };

/** The address that gives the same again, its parameters in order; a key is no part of it. */
function locationOf({ path, params }: RestRequest): string {
  const canonical = new URLSearchParams([...params].filter(([name]) => name !== 'apikey'));
  canonical.sort();
  return `${encodePath(path)}${canonical.size === 0 ? '' : `?${canonical.toString()}`}`;
}
