/** Authenticates a request by its bearer token, or else by its API key. */
import type { Caller } from '#server/database/database.ts';
import { fail } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Tokens } from '#server/tokens/tokens.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';

type Credentials = {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
};

/** Returns the caller. Fails with PGRST301 or PGRST303 for a token, or the hosted gateway's error for a key. */
export async function authenticate(
  tokens: Pick<Tokens, 'authenticate'>,
  { authorization, apiKey }: Credentials,
): Promise<Result<Caller, RestFailure>> {
  const bearer = /^bearer(?:\s+(.*))?$/isu.exec(authorization?.trim() ?? '');
  if (bearer !== null) return authenticateToken(tokens, bearer[1] ?? '');
  if (apiKey === undefined || apiKey === '') return fail({ type: 'no-key' });
  const caller = await tokens.authenticate(apiKey);
  return caller.ok ? caller : fail({ type: 'wrong-key' });
}

async function authenticateToken(
  tokens: Pick<Tokens, 'authenticate'>,
  token: string,
): Promise<Result<Caller, RestFailure>> {
  if (token === '') return fail({ type: 'wrong-token', token: 'empty' });
  const caller = await tokens.authenticate(token);
  if (caller.ok) return caller;
  if (caller.failure.type === 'expired-token') return fail({ type: 'expired-token' });
  return fail({ type: 'wrong-token', token: token.split('.').length === 3 ? 'unverified' : 'malformed' });
}
