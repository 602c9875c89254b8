/** Keeps the session of who is signed in alive: gives tokens, renews them in time, and knows when a session is over (product A1). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import { endSession } from './admission.ts';
import { callAuth, isRefusal } from './auth-call.ts';
import type { ReadConfig } from './config.ts';
import { withTabsLock } from './tabs-lock.ts';
import { takeSession } from './stored-session.ts';
import type { SessionStore } from './session-store.ts';
import type { StoredSession } from './stored-session.ts';

/** A token this near to its end is renewed: three ticks of 30 s (spec section 9, as the library does). */
const MARGIN_MS = 90_000;
/** A token that was given so recently is not the reason why a request was refused. */
const NEW_MS = 30_000;

type TokenFailure =
  /** No token just now: no network, or a backend that is busy. */
  | { readonly type: 'transient' }
  /** This user has no session any more. */
  | { readonly type: 'signed-out' };

/** A token that the backend would not take. */
export type Refused = {
  readonly token: string;
  /** The backend said that its session is over: then its age does not matter. */
  readonly isOver: boolean;
};

export type SessionKeeper = {
  /** An access token of this user, never of another one: renewed when it is near its end, or when it was refused. */
  readonly token: (userId: string, refused?: Refused) => Promise<Result<string, TokenFailure>>;
  /** Ends the session of this token, on this device at once: the backend wants more of it than a renewal gives. */
  readonly end: (userId: string, token: string) => void;
  /** Calls back when there is another token, from this tab or another: renewed, or of a higher assurance. */
  readonly onRenewed: (listener: () => void) => () => void;
};

type KeeperParts = {
  readonly readConfig: ReadConfig;
  readonly fetch: typeof fetch;
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Whether the latest request had an answer. */
  readonly isReached: () => boolean;
  /** Hears that this user's session is over, though nobody signed out. */
  readonly onEnded: (userId: string) => void;
  /** Hears that the backend refused to renew it. */
  readonly onRefused: (userId: string) => void;
};

export function createSessionKeeper(parts: KeeperParts): SessionKeeper {
  const { store, clock } = parts;
  let renewing: Promise<void> | null = null;
  const renew = (refused: Refused | undefined): Promise<void> => {
    renewing ??= withTabsLock(() => renewOnce(parts, refused)).finally(() => {
      renewing = null;
    });
    return renewing;
  };
  return {
    async token(userId, refused) {
      if (isDue(store.read(), refused, clock.now())) await renew(refused);
      const session = store.read();
      if (session?.user.id !== userId) return noSession(parts, userId);
      const isUsable = session.expires_at * 1000 > clock.now() && session.access_token !== refused?.token;
      return isUsable ? ok(session.access_token) : fail({ type: 'transient' });
    },
    end(userId, token) {
      const session = store.read();
      // Another tab may have shown the code meanwhile, or somebody else come in.
      if (session?.user.id !== userId || session.access_token !== token) return;
      store.write(null);
      void endSession(parts, session);
      parts.onEnded(userId);
    },
    onRenewed: (listener) =>
      store.onEvent((event) => {
        if (event === 'token-refreshed' || event === 'code-verified') listener();
      }),
  };
}

/** Without a network a missing session means nothing: nobody could sign in again, and the list is here (product A1). Another user's is none. */
async function noSession(
  { readConfig, isReached, onEnded }: KeeperParts,
  userId: string,
): Promise<Result<never, TokenFailure>> {
  const config = await readConfig();
  if (!config.ok || !isReached()) return fail({ type: 'transient' });
  onEnded(userId);
  return fail({ type: 'signed-out' });
}

/** Whether a session's token has to be renewed before it is used. */
function isDue(session: StoredSession | null, refused: Refused | undefined, nowMs: number): session is StoredSession {
  if (session === null) return false;
  const lifeMs = session.expires_in * 1000;
  const endMs = session.expires_at * 1000;
  // Where tokens live for a minute only, half of it has to do: else each request would renew.
  if (endMs - nowMs < Math.min(MARGIN_MS, lifeMs / 2)) return true;
  if (session.access_token !== refused?.token) return false;
  // A clock that was set back since says nothing of how new it is.
  return refused.isOver || Math.abs(nowMs - (endMs - lifeMs)) >= NEW_MS;
}

/**
 * Renews the stored session, unless another tab just did. A refusal of the refresh token ends the session; anything else
 * leaves it as it is (product A1). Whoever signed out or in meanwhile is not overwritten.
 */
async function renewOnce(parts: KeeperParts, refused: Refused | undefined): Promise<void> {
  const { store, clock } = parts;
  const before = store.read();
  if (!isDue(before, refused, clock.now())) return;
  const renewed = await askForNew(parts, before);
  if (renewed === null || store.read()?.refresh_token !== before.refresh_token) return;
  store.write(renewed === 'refused' ? null : renewed);
  if (renewed === 'refused') parts.onRefused(before.user.id);
}

async function askForNew(
  { readConfig, fetch: ask, clock }: KeeperParts,
  session: StoredSession,
): Promise<StoredSession | 'refused' | null> {
  const config = await readConfig();
  if (!config.ok) return null;
  const answer = await callAuth({
    config: config.value,
    fetch: ask,
    // In the library a session that ended long ago is renewed by reading it, exactly once.
    session: { ...session, expires_at: 1 },
    call: (client) => client.getSession(),
  });
  if (answer === null) return null;
  const { data, error } = answer.result;
  if (error) return isRefusal(answer.status, error) ? 'refused' : null;
  const renewed = takeSession(data.session, clock.now());
  return renewed?.user.id === session.user.id ? renewed : null;
}
