/** Sets the caller's role and claims for a transaction, as PostgREST does, and reads the rows that it changed. */
import type { ISql, PendingQuery } from 'postgres';
import type { SizeLimits } from '#server/settings/settings.ts';
import type { Caller, CallerTransaction, RowChange } from './database.ts';

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

function chooseTimeout({ caller, timeout, readOnly }: CallerTransaction): string | null {
  if (timeout !== undefined) return String(timeout);
  if (!LIMITED_ROLES.has(caller.role)) return null;
  return readOnly ? READ_TIMEOUT : WRITE_TIMEOUT;
}

const writeClaims = ({ role, claims }: Caller): string => JSON.stringify({ ...claims, role });

/** Reads which published rows the transaction has changed. */
export function readChanges(tx: ISql): Promise<readonly RowChange[]> {
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
