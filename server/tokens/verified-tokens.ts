/** Remembers which tokens were verified: checking a signature again for every request costs more than the rest of a small one. */
import type { Caller } from '#server/database/database.ts';

export type VerifiedTokens = {
  /** The caller of a token that was verified and has not expired; undefined where the token has to be checked. */
  readonly find: (token: string, now: number) => Caller | undefined;
  /** The expiry is in the claims (`exp`); what has none is not kept. */
  readonly keep: (token: string, caller: Caller) => void;
  /** For when a key may have been taken away. */
  readonly clear: () => void;
};

/**
 * Gives an empty memory. The whole token is the key, signature and all: nothing else can take its place.
 * @param limit at most so many tokens; the ones kept first go first
 */
export function createVerifiedTokens(limit: number): VerifiedTokens {
  const callers = new Map<string, { readonly caller: Caller; readonly endsAt: number }>();
  return {
    find(token, now) {
      const known = callers.get(token);
      if (known === undefined) return undefined;
      // As the check itself has it: at the second of its end a token is over.
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
