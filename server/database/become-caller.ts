/** Makes a transaction its caller's, as PostgREST does, and takes what was changed in it. */
import type { ISql, PendingQuery } from 'postgres';
import type { Caller, CallerRequest, RowChange } from './database.ts';

/** What a caller's transaction sees; `auth` and `realtime` are named in full where they are meant. */
const SEARCH_PATH = 'public, extensions';

/** How long one statement of a caller may take, as on the hosted service; operators' are held up by nothing but the server. */
const TIMEOUT_BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '15s'],
]);

/**
 * Sends the settings: what follows in this transaction is done as the caller, under row level security. Nothing that is the
 * affair of a caller before stays.
 * @returns what was changed in this transaction since the last time it was asked
 */
export function becomeCaller(tx: ISql, wanted: CallerRequest): Promise<readonly RowChange[]> {
  const { caller, request } = wanted;
  const timeout = TIMEOUT_BY_ROLE.get(caller.role) ?? null;
  // The same stands in bootstrap/0010 for short writes. realtime.collects says to the triggers of bootstrap/0003 that the changes are told by us, after the commit.
  // checklist.account is believed by auth.uid() of bootstrap/0009 as long as it stands beside these claims.
  return readChanges(tx`select current_setting('realtime.changes', true) as changes,
    set_config('realtime.changes', '', true),
    set_config('realtime.collects', 'on', true),
    set_config('rest.inserted', '', true),
    set_config('statement_timeout', coalesce(${timeout}, current_setting('statement_timeout')), true),
    set_config('search_path', ${SEARCH_PATH}, true),
    set_config('role', ${caller.role}, true),
    set_config('checklist.claims', set_config('request.jwt.claims', ${writeClaims(caller)}, true), true),
    set_config('checklist.account', ${accountOf(caller)}, true),
    set_config('request.method', ${request.method}, true),
    set_config('request.path', ${request.path}, true),
    set_config('request.headers', ${JSON.stringify(request.headers)}, true)`);
}

/** The same caller comes again and again: a token is read once. */
const writtenClaims = new WeakMap<Caller, string>();

/** The claims as JSON, as row level security reads them. */
export function writeClaims(caller: Caller): string {
  const written = writtenClaims.get(caller) ?? JSON.stringify({ ...caller.claims, role: caller.role });
  writtenClaims.set(caller, written);
  return written;
}

/** The account of a token; '' where it has none. */
export const accountOf = ({ claims }: Caller): string => (typeof claims['sub'] === 'string' ? claims['sub'] : '');

/** Asks what was changed in this transaction since the last time it was asked. */
export function takeChanges(tx: ISql): Promise<readonly RowChange[]> {
  return readChanges(tx`select current_setting('realtime.changes', true) as changes`);
}

/** Sends the question at once, and not when somebody waits for its answer: the order is what counts. */
function readChanges(asked: PendingQuery<{ changes: string | null }[]>): Promise<readonly RowChange[]> {
  const taken = asked.execute().then(([row]) => parseChanges(row?.changes ?? ''));
  // Whoever waits for the commit hears of a lost connection there.
  taken.catch(() => undefined);
  return taken;
}

/** Reads what was collected in a transaction. */
export function parseChanges(text: string): readonly RowChange[] {
  // Written by realtime.collect_changes of bootstrap/0009.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text === '' ? [] : (JSON.parse(text) as readonly RowChange[]);
}
