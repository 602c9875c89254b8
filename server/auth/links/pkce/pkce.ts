/** Proof key for code exchange: only the client that started a flow can use its code (RFC 7636). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Result } from '#server/result.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';

export type Challenge = { readonly challenge: string; readonly method: 's256' | 'plain' };

/** Parses a challenge. If both values are empty there is none, and the redirect carries the session itself. */
export function parseChallenge(challenge: string, method: string): Result<Challenge | null, AuthFailure> {
  if (challenge === '' && method === '') return { ok: true, value: null };
  if (challenge === '' || method === '') {
    return fail('validation-failed', { message: 'PKCE flow requires code_challenge_method and code_challenge' });
  }
  // RFC 7636 section 4.2
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    return fail('validation-failed', { message: 'code challenge has to be between 43 and 128 unreserved characters' });
  }
  const name = method.toLowerCase();
  if (name === 's256' || name === 'plain') return { ok: true, value: { challenge, method: name } };
  return fail('validation-failed', { message: 'code_challenge_method needs to be s256 or plain' });
}

/** Compares a verifier with its challenge in constant time (RFC 7636, section 4.6). */
export function matchesChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const derived = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [presented, expected] = [Buffer.from(derived), Buffer.from(challenge)];
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}
