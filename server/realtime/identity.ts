/** Authenticates the token of a channel. */
import type { Caller } from '#server/database/database.ts';
import { ok, type Result } from '#server/result.ts';
import type { TokenFailure, Tokens } from '#server/tokens/create-tokens.ts';

/** The authenticated caller of a channel. */
export type Identity = {
  readonly caller: Caller;
  /** Equal for callers that row level security treats alike. */
  readonly key: string;
  /** Milliseconds since 1970; Infinity for a key that does not expire. */
  readonly expiresAt: number;
};

/** Verifies an access token or API key. Returns its identity, or why it was rejected. */
export async function identify(tokens: Tokens, token: string): Promise<Result<Identity, TokenFailure>> {
  const checked = await tokens.authenticate(token);
  return checked.ok ? ok(callerToIdentity(checked.value)) : checked;
}

/** Creates the identity of a caller. Callers whose claims differ only in `perTokenClaims` get the same key. */
export function callerToIdentity(caller: Caller): Identity {
  const claims = Object.entries(caller.claims).filter(([name]) => !perTokenClaims.has(name));
  const sorted = claims.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { exp } = caller.claims;
  return {
    caller,
    key: JSON.stringify([caller.role, sorted]),
    expiresAt: typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY,
  };
}

/** The hosted service's messages for a rejected token (supabase/realtime, ChannelsAuthorization). */
export function explainToken(
  failure: TokenFailure,
  token: string,
): { readonly code: string; readonly message: string } {
  if (failure.type === 'expired-token') {
    return { code: 'InvalidJWTToken', message: `Token has expired ${failure.secondsAgo} seconds ago` };
  }
  return token.split('.').length === 3
    ? { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' }
    : { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' };
}

/** Claims that differ between tokens of one session. The session id is not one of them, because policies depend on it. */
const perTokenClaims: ReadonlySet<string> = new Set(['exp', 'iat', 'jti', 'amr', 'refresh_token_id']);
