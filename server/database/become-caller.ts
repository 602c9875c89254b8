/** Gives a transaction its caller's role and claims, as PostgREST does, and reads what the transaction changed. */
import type { ISql, PendingQuery } from 'postgres';
import type { Caller, CallerTransaction, RowChange } from './database.ts';

/** What a caller's transaction finds without a schema name. */
const SEARCH_PATH = 'public, extensions';

/** How long one statement of a caller may take, as on the hosted service. */
const TIMEOUT_BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '15s'],
]);

/** Sends the settings at once: what follows in this transaction runs as the caller, under row level security. */
export async function becomeCaller(tx: ISql, { caller, request, timeout }: CallerTransaction): Promise<void> {
  const limit = timeout === undefined ? (TIMEOUT_BY_ROLE.get(caller.role) ?? null) : String(timeout);
  // realtime.collects tells the triggers of bootstrap/0003 that the server publishes the changes after the commit.
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
export function takeChanges(tx: ISql): Promise<readonly RowChange[]> {
  const taken = send(tx<ChangesRow[]>`select current_setting('realtime.changes', true) as changes`).then(([row]) =>
    parseChanges(row?.changes ?? ''),
  );
  // A lost connection is reported by the commit.
  taken.catch(() => undefined);
  return taken;
}

type ChangesRow = { readonly changes: string | null };

function parseChanges(text: string): readonly RowChange[] {
  // Written by realtime.collect_changes of bootstrap/0003.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text === '' ? [] : (JSON.parse(text) as readonly RowChange[]);
}

/** Sends a query now rather than when its answer is awaited, so that several travel together and in order. */
const send = <Rows extends readonly (object | undefined)[]>(query: PendingQuery<Rows>): PendingQuery<Rows> =>
  query.execute();
