/** Caches verified tokens, because verifying a signature costs more than the rest of a small request. */
import type { Caller } from '#server/database/database.ts';

export type VerifiedTokens = {
  /** Returns the caller of a cached token that has not expired, or undefined. */
  readonly find: (token: string, now: number) => Caller | undefined;
  /** Caches a token until its expiry (`exp`). A token without expiry is not cached. */
  readonly keep: (token: string, caller: Caller) => void;
  /** Empties the cache, after a key may have been removed. */
  readonly clear: () => void;
};

/**
 * Creates an empty cache. Its keys are whole tokens, including the signature, so no other token can match.
 * @param limit the maximum number of tokens; the oldest are removed first
 */
export function createVerifiedTokens(limit: number): VerifiedTokens {
  const callers = new Map<string, { readonly caller: Caller; readonly endsAt: number }>();
  return {
    find(token, now) {
      const known = callers.get(token);
      if (known === undefined) return undefined;
      // Like verification, treats a token as expired at the second of its expiry.
      if (Math.floor(now / 1000) < known.endsAt) return known.caller;
      callers.delete(token);
      return undefined;
    },
    keep(token, caller) {
      const endsAt = caller.claims['exp'];
      if (typeof endsAt !== 'number') return;
      callers.set(token, { caller, endsAt });
      const [oldest] = callers.keys();
      if (callers.size > limit && oldest !== undefined) callers.delete(oldest);
    },
    clear: () => callers.clear(),
  };
}
