/** Who a token stands for, as a channel keeps it. */
import type { Caller } from '#server/database/database.ts';
import { ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { TokenFailure, Tokens } from '#server/tokens/tokens.ts';
import type { Identity } from './connection.ts';

/** Checks a token or key. Gives who comes with it, or why nobody does. */
export async function identify(tokens: Tokens, token: string): Promise<Result<Identity, TokenFailure>> {
  const checked = await tokens.authenticate(token);
  return checked.ok ? ok(callerToIdentity(checked.value)) : checked;
}

/** Takes a checked caller. Those whose claims differ only in what row level security does not look at get the same key. */
export function callerToIdentity(caller: Caller): Identity {
  const claims = Object.entries(caller.claims).filter(([name]) => !passing.has(name));
  const sorted = claims.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { exp } = caller.claims;
  return {
    caller,
    key: JSON.stringify([caller.role, sorted]),
    expiresAt: typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY,
  };
}

/** The hosted service's sentences for a token that is not accepted (realtime, ChannelsAuthorization). */
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

/** Claims of one token. The session is none of them: what row level security shows can depend on whether it lives. */
const passing: ReadonlySet<string> = new Set(['exp', 'iat', 'jti', 'amr']);
