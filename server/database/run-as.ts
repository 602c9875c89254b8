/** Runs a request as its caller: one transaction under row level security, as PostgREST sets it up. */
import type { Sql, TransactionSql } from 'postgres';
import type { CallerTransaction, RowChange } from './database.ts';

type Parts = {
  readonly sql: Sql;
  /** Told after the commit what the transaction changed. */
  readonly publish: (changes: readonly RowChange[]) => void;
};

/** What a caller's transaction sees; `auth` and `realtime` are named in full where they are meant. */
const SEARCH_PATH = 'public, extensions';

/** How long one statement of a caller may take, as on the hosted service; others have what the connection has. */
const TIMEOUT_BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['anon', '3s'],
  ['authenticated', '8s'],
]);

/** See `Database.runAs`. */
export async function runAs<T>(
  { sql, publish }: Parts,
  wanted: CallerTransaction,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  // postgres.js unwraps arrays of promises in the type of what a transaction gives: an object keeps ours as it is.
  const { result, taken } = await sql.begin(wanted.readOnly ? 'read only' : '', async (tx) => {
    // Sent together with the first query of the work: nobody waits for it.
    const isSet = becomeCaller(tx, wanted);
    const [done] = await Promise.all([work(tx), isSet]);
    return { result: done, taken: wanted.readOnly ? NO_CHANGES : takeChanges(tx) };
  });
  // Where they could not be read, the commit did not happen either.
  const changes = await taken;
  if (changes.length > 0) publish(changes);
  return result;
}

const NO_CHANGES: Promise<readonly RowChange[]> = Promise.resolve([]);

function becomeCaller(tx: TransactionSql, { caller, request }: CallerTransaction): Promise<unknown> {
  const timeout = TIMEOUT_BY_ROLE.get(caller.role) ?? null;
  const isSet = tx`select
    set_config('search_path', ${SEARCH_PATH}, true),
    set_config('role', ${caller.role}, true),
    set_config('statement_timeout', coalesce(${timeout}, current_setting('statement_timeout')), true),
    set_config('realtime.collects', 'on', true),
    set_config('request.jwt.claims', ${JSON.stringify({ ...caller.claims, role: caller.role })}, true),
    set_config('request.method', ${request.method}, true),
    set_config('request.path', ${request.path}, true),
    set_config('request.headers', ${JSON.stringify(request.headers)}, true)`;
  // realtime.collects says to the triggers of bootstrap/0003 that the changes are told here, after the commit.
  // Begun now, so that it goes before the work's first query.
  return isSet.execute();
}

/** Sent together with the commit: nobody waits for it either. */
function takeChanges(tx: TransactionSql): Promise<readonly RowChange[]> {
  const asked = tx<{ changes: string | null }[]>`select current_setting('realtime.changes', true) as changes`;
  const taken = asked.execute().then(([row]) => {
    const text = row?.changes ?? '';
    // Written by realtime.collect_changes of bootstrap/0003.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return text === '' ? [] : (JSON.parse(text) as readonly RowChange[]);
  });
  // Whoever waits for the commit hears of a lost connection there.
  taken.catch(() => undefined);
  return taken;
}
