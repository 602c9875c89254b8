/** Runs transactions and statements as a caller. */
import type { ISql, PendingQuery, Sql, TransactionSql } from 'postgres';
import type { SizeLimits } from '#server/database/database.ts';
import type { Caller, CallerTransaction, RowChange, Statement } from './database.ts';

type RunParts = {
  readonly sql: Sql;
  /** Called after the commit with the changed rows. */
  readonly publish: (changes: readonly RowChange[]) => void;
  readonly sizes?: SizeLimits;
};

/** See `Database.runAs`. */
export async function runAs<T>(
  { sql, publish, sizes }: RunParts,
  transaction: CallerTransaction,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  // An object, because postgres.js awaits arrays of promises that a transaction returns.
  const { result, reading } = await sql.begin(transaction.readOnly ? 'read only' : '', async (tx) => {
    // The settings are pipelined with the first query of the work, and the query for the changes with the commit.
    const isSet = becomeCaller(tx, transaction, sizes);
    const [done] = await Promise.all([work(tx), isSet]);
    return { result: done, reading: transaction.readOnly ? NO_CHANGES : readChanges(tx) };
  });
  const changes = await reading;
  if (changes.length > 0) publish(changes);
  return result;
}

const NO_CHANGES: Promise<readonly RowChange[]> = Promise.resolve([]);

/** The search path of callers' transactions. */
const SEARCH_PATH = 'public, extensions';

/** The statement timeouts of users and anonymous callers. Operators have the server's own timeout (connection.ts). */
const READ_TIMEOUT = '2s';
const WRITE_TIMEOUT = '5s';
const LIMITED_ROLES: ReadonlySet<string> = new Set(['anon', 'authenticated']);

/** Sends the settings. The rest of the transaction runs as the caller, under row level security. */
export async function becomeCaller(tx: ISql, transaction: CallerTransaction, sizes?: SizeLimits): Promise<void> {
  const { caller, request } = transaction;
  const limit = chooseTimeout(transaction);
  // With realtime.collects on, the triggers of bootstrap/0003 collect the changes, and the server publishes them after the commit.
  // The settings come back as one number, because no code reads them.
  await send(tx`select length(concat(
    set_config('realtime.collects', 'on', true),
    set_config('statement_timeout', coalesce(${limit}, current_setting('statement_timeout')), true),
    set_config('checklist.max_row_bytes', ${String(sizes?.rowBytes ?? '')}, true),
    set_config('checklist.max_account_rows', ${String(sizes?.accountRows ?? '')}, true),
    set_config('checklist.max_account_bytes', ${String(sizes?.accountBytes ?? '')}, true),
    set_config('search_path', ${SEARCH_PATH}, true),
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${writeClaims(caller)}, true),
    set_config('request.method', ${request.method}, true),
    set_config('request.path', ${request.path}, true),
    set_config('request.headers', ${JSON.stringify(request.headers)}, true)))`);
}

function chooseTimeout({ caller, timeout = null, readOnly }: CallerTransaction): string | null {
  if (timeout !== null) return String(timeout);
  if (!LIMITED_ROLES.has(caller.role)) return null;
  return readOnly ? READ_TIMEOUT : WRITE_TIMEOUT;
}

const writeClaims = ({ role, claims }: Caller): string => JSON.stringify({ ...claims, role });

/** Reads which published rows the transaction has changed. */
function readChanges(tx: ISql): Promise<readonly RowChange[]> {
  const changes = send(tx<ChangesRow[]>`select current_setting('realtime.changes', true) as changes`).then(([row]) =>
    parseChanges(row?.changes ?? ''),
  );
  // A lost connection is reported by the commit.
  changes.catch(() => undefined);
  return changes;
}

type ChangesRow = { readonly changes: string | null };

function parseChanges(text: string): readonly RowChange[] {
  // Written by realtime.collect_changes of bootstrap/0003.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text === '' ? [] : (JSON.parse(text) as readonly RowChange[]);
}

/** Sends a query at once instead of when it is awaited, so that several queries are pipelined in order. */
const send = <Rows extends readonly (object | undefined)[]>(query: PendingQuery<Rows>): PendingQuery<Rows> =>
  query.execute();

/** The object id of the Postgres type `unknown`. It also keeps the driver from converting values. */
const UNKNOWN = 705;

/** Sends the statement at once, and returns its rows. Rejects with the error of the database. */
export function sendStatement<Row extends object>(
  tx: ISql,
  { text, values, isPrepared }: Statement,
): Promise<readonly Row[]> {
  const params = values.map((value) => tx.typed(value, UNKNOWN));
  return tx.unsafe<Row[]>(text, params, { prepare: isPrepared }).execute();
}
