/**
 * Keeps the session of the signed-in user valid: provides tokens, renews them in time, and detects the end (product
 * A1).
 */
import { fail, ok, type Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { OwnerEnd, SessionEnd } from '#client/ports/local-storage.ts';
import { MAX_RETRY_AFTER_MS } from '#core/sync/retry-delay.ts';
import { endSession } from './request-auth.ts';
import { callAuth, isRefusal, isTransientStatus } from './call-auth.ts';
import type { Config, ReadConfig } from '#device/backend/connection/config.ts';
import { type AskedWait, pickAskedWait, toAskedWait, watchHeaders } from '#device/backend/connection/fetch.ts';
import { keepRenewed, restoreRenewed, type SessionStore } from './session-store.ts';
import { parseSession, readSessionId, type StoredSession } from './stored-session.ts';
import { PostgrestClient } from '@supabase/postgrest-js';
import { isWord } from '#device/shape.ts';

/** Remaining lifetime in milliseconds below which a token is renewed: three ticks of 30 s (spec section 9). */
const MARGIN_MS = 90_000;
/** A token younger than this, in milliseconds, is not the reason for a refused request. */
const NEW_MS = 30_000;

type TokenFailure =
  /** No token is available because there is no network or the backend is busy. */
  | ({ readonly type: 'transient' } & AskedWait)
  /** This user's session has ended. */
  | { readonly type: 'signed-out' };

/** A token that the backend refused. */
export type Refused = {
  readonly token: string;
  /** Whether the backend reported the end of its session, in which case the token's age does not matter. */
  readonly isOver: boolean;
};

export type SessionManager = {
  /** Returns an access token of this user, renewed if it expires soon or was refused. */
  readonly token: (userId: string, refused?: Refused) => Promise<Result<string, TokenFailure>>;
  /** Runs work while no tab renews the session. The work must not ask for a token, because that may wait for a renewal. */
  readonly holdRenewals: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the session of this token immediately on this device, because a renewal cannot satisfy the backend. */
  readonly end: (userId: string, token: string) => void;
  /** Calls back when any tab stored a renewed token or one with a higher assurance level. */
  readonly onRenewed: (listener: () => void) => () => void;
};

type SessionManagerParts = {
  readonly readConfig: ReadConfig;
  readonly fetch: typeof fetch;
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Whether the latest request was answered. */
  readonly isReached: () => boolean;
  /** Called when this user's session ended without a sign-out. */
  readonly onEnded: (userId: string, end: SessionEnd) => void;
};

export function createSessionManager(parts: SessionManagerParts): SessionManager {
  const { store, clock } = parts;
  const wait = createWait(clock);
  let renewing: Promise<void> | null = null;
  const renew = (refused: Refused | undefined): Promise<void> => {
    renewing ??= withTabsLock(() => renewOnce(parts, refused))
      .then(wait.start)
      .finally(() => {
        renewing = null;
      });
    return renewing;
  };
  return {
    async token(userId, refused) {
      if (wait.leftMs() === null && isDue(store.read(), refused, clock.now())) await renew(refused);
      const session = store.read();
      if (session?.user.id !== userId) return noSession(parts, userId);
      const isUsable = session.expires_at * 1000 > clock.now() && session.access_token !== refused?.token;
      return isUsable ? ok(session.access_token) : fail({ type: 'transient', ...toAskedWait(wait.leftMs()) });
    },
    holdRenewals: withTabsLock,
    end(userId, token) {
      const session = store.read();
      // Another tab may have entered the code, or another user may have signed in.
      if (session?.user.id !== userId || session.access_token !== token) return;
      store.write(null);
      void endSession(parts, session);
      parts.onEnded(userId, 'refused');
    },
    onRenewed: (listener) =>
      store.onEvent((event) => {
        if (event === 'token-refreshed' || event === 'code-verified') listener();
      }),
  };
}

/** The wait that the backend asked for in its answer to a renewal. All callers keep to it (product Y4). */
function createWait(clock: Clock) {
  let endMs = 0;
  return {
    start: ({ retryAfterMs = 0 }: AskedWait): void => {
      endMs = clock.now() + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
    },
    /** The milliseconds that are left; null if it is over. */
    leftMs: (): number | null => {
      const leftMs = endMs - clock.now();
      // A longer rest means that the clock was set back.
      return leftMs > 0 && leftMs <= MAX_RETRY_AFTER_MS ? leftMs : null;
    },
  };
}

/**
 * Handles a missing session, or one of another user. Offline it does not sign out, because signing in again would be
 * impossible and the list is on the device (product A1).
 */
async function noSession(
  { readConfig, isReached, onEnded }: SessionManagerParts,
  userId: string,
): Promise<Result<never, TokenFailure>> {
  const config = await readConfig();
  if (!config.ok) return fail({ type: 'transient', ...pickAskedWait(config.failure) });
  if (!isReached()) return fail({ type: 'transient' });
  onEnded(userId, 'refused');
  return fail({ type: 'signed-out' });
}

/** Whether a session's token has to be renewed before use. */
function isDue(session: StoredSession | null, refused: Refused | undefined, nowMs: number): session is StoredSession {
  if (session === null) return false;
  const lifeMs = session.expires_in * 1000;
  const endMs = session.expires_at * 1000;
  // For tokens that live only a minute, half of that is the margin. Otherwise each request would renew.
  if (endMs - nowMs < Math.min(MARGIN_MS, lifeMs / 2)) return true;
  if (session.access_token !== refused?.token) return false;
  // If the clock was set back, the token's age is unknown.
  return refused.isOver || Math.abs(nowMs - (endMs - lifeMs)) >= NEW_MS;
}

/**
 * Renews the stored session unless another tab just did. A refused refresh token ends the session; other failures do not
 * (product A1). A sign-out or sign-in in the meantime is not overwritten.
 * @returns the wait that the backend asked for
 */
async function renewOnce(parts: SessionManagerParts, refused: Refused | undefined): Promise<AskedWait> {
  const { store, clock } = parts;
  const stored = store.read();
  if (!isDue(stored, refused, clock.now())) return {};
  const before = await restoreRenewed(store, stored);
  if (!isDue(before, refused, clock.now())) return {};
  const renewed = await requestRenewal(parts, before);
  if (renewed.type === 'unknown') return renewed;
  if (store.read()?.refresh_token !== before.refresh_token) return {};
  if (renewed.type === 'renewed') {
    store.write(renewed.session);
    return {};
  }
  // Before the session is removed: other tabs notice that, and would report an end without a reason.
  if (renewed.end !== null) parts.onEnded(before.user.id, renewed.end);
  store.write(null);
  return {};
}

/** `refused`: the session is over. `end` is how its owner ended it; null for any other reason. `unknown`: the backend has not decided. */
type Renewal =
  | { readonly type: 'renewed'; readonly session: StoredSession }
  | { readonly type: 'refused'; readonly end: OwnerEnd | null }
  | ({ readonly type: 'unknown' } & AskedWait);

async function requestRenewal(
  { readConfig, fetch: send, clock }: SessionManagerParts,
  session: StoredSession,
): Promise<Renewal> {
  const config = await readConfig();
  if (!config.ok) return { type: 'unknown', ...pickAskedWait(config.failure) };
  const watched = watchHeaders(send, clock);
  const answer = await callAuth({
    config: config.value,
    fetch: watched.fetch,
    // Reading an expired session makes the library renew it exactly once.
    session: { ...session, expires_at: 1 },
    call: (client) => client.getSession(),
  });
  const unknown = { type: 'unknown', ...toAskedWait(watched.retryAfterMs()) } as const;
  if (!answer.ok) return unknown;
  const { result, status } = answer.value;
  const { data, error } = result;
  if (error) return isRefusal(status, error) ? explainRefusal(config.value, send, session) : unknown;
  const renewed = parseSession(data.session, clock.now());
  if (renewed?.user.id !== session.user.id) return unknown;
  // Once the new access token is used, the earlier refresh token is invalid.
  await keepRenewed(session, renewed);
  return { type: 'renewed', session: renewed };
}

/** Without an answer, nothing is known: the session stays, and the next renewal asks again. */
async function explainRefusal(config: Config, send: typeof fetch, session: StoredSession): Promise<Renewal> {
  const end = await readSessionEnd(config, send, session);
  return end.ok ? { type: 'refused', end: end.value } : { type: 'unknown' };
}

/** The interval of the auth library in milliseconds (spec section 9). */
const TICK_MS = 30_000;

/** @param renew renews the token if it expires soon. @returns a function that stops the timer */
export function startRenewals(clock: Clock, renew: () => void): () => void {
  let cancel: (() => void) | null = null;
  const tick = (): void => {
    cancel?.();
    cancel = null;
    if (document.visibilityState === 'hidden') return;
    cancel = clock.after(TICK_MS, tick);
    renew();
  };
  document.addEventListener('visibilitychange', tick);
  tick();
  return () => {
    cancel?.();
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Time in milliseconds to wait for the lock, which a suspended tab may hold. */
const TIMEOUT_MS = 15_000;

/**
 * Runs work while no other tab does the same. Without browser locks, or after the wait, it runs anyway: backends accept
 * the same refresh token twice within ten seconds, and always the parent of the newest one.
 */
async function withTabsLock<T>(work: () => Promise<T>): Promise<T> {
  // Older browsers and insecure pages have no locks, despite the types.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return work();
  const progress = { hasBegun: false };
  const begin = (): Promise<T> => {
    progress.hasBegun = true;
    return work();
  };
  try {
    return await locks.request('checklist.session', { signal: AbortSignal.timeout(TIMEOUT_MS) }, begin);
  } catch (error) {
    // The lock was unavailable. Rethrow failures of the work itself.
    if (progress.hasBegun) throw error;
    return work();
  }
}

type TableAnswer = { readonly data: unknown; readonly error: unknown; readonly status: number };

const isOwnerEnd = isWord<OwnerEnd>('logged-out', 'password-changed', 'account-deleted');

/**
 * Refusals look alike: the auth service also refuses a token that is older than a restored backup. Therefore this asks a database
 * function that knows only the sessions that their owner ended.
 * @returns null if the backend does not know, or has no such function. Fails without an answer: then nothing is known yet
 */
async function readSessionEnd(
  { url, anonKey }: Config,
  send: typeof fetch,
  session: StoredSession,
): Promise<Result<OwnerEnd | null, { readonly type: 'transient' }>> {
  const sessionId = readSessionId(session.access_token);
  if (sessionId === null) return ok(null);
  const tables = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
    schema: 'public',
    fetch: send,
    retry: false,
  });
  const answer: TableAnswer = await tables.rpc('read_session_end', { session_id: sessionId });
  const { data, error, status } = answer;
  // Status 0 is no network or a timeout; an unreadable 2xx is a page of another server.
  const isAnswered = error === null || (status >= 400 && status < 500 && !isTransientStatus(status));
  if (!isAnswered) return fail({ type: 'transient' });
  return ok(isOwnerEnd(data) ? data : null);
}
