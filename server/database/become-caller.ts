/** Sets the caller's role and claims for a transaction, as PostgREST does, and reads the rows that it changed. */
import type { ISql, PendingQuery } from 'postgres';
import type { Caller, CallerTransaction, RowChange } from './database.ts';

/** The search path of callers' transactions. */
const SEARCH_PATH = 'public, extensions';

/** The statement timeouts of callers, as on the hosted service. */
const TIMEOUT_BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '15s'],
]);

/** Sends the settings. The rest of the transaction runs as the caller, under row level security. */
export async function becomeCaller(tx: ISql, { caller, request, timeout }: CallerTransaction): Promise<void> {
  const limit = timeout === undefined ? (TIMEOUT_BY_ROLE.get(caller.role) ?? null) : String(timeout);
  // With realtime.collects on, the triggers of bootstrap/0003 collect the changes, and the server publishes them after the commit.
  // The settings come back as one number, because no code reads them.
  await send(tx`select length(concat(
    set_config('realtime.collects', 'on', true),
    set_config('statement_timeout', coalesce(${limit}, current_setting('statement_timeout')), true),
    set_config('search_path', ${SEARCH_PATH}, true),
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${writeClaims(caller)}, true),
    set_config('request.method', ${request.method}, true),
    set_config('request.path', ${request.path}, true),
    set_config('request.headers', ${JSON.stringify(request.headers)}, true)))`);
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
