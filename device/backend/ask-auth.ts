/** Asks the auth part of the backend something, and says in the app's words what came of it (spec section 8, product A4). */
import type { AuthError, Provider } from '@supabase/auth-js';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure } from '#client/ports/accounts.ts';
import { callAuth } from './auth-call.ts';
import type { Auth, Verifiers } from './auth-call.ts';
import type { ReadConfig } from './config.ts';
import type { StoredSession } from './stored-session.ts';

export type AskParts = { readonly readConfig: ReadConfig; readonly fetch: typeof fetch };

/** As the library answers: either the one or the other is there. */
export type Answer<T> =
  | { readonly data: T; readonly error: null }
  | { readonly data: unknown; readonly error: AskError };

/** What the library says went wrong: an error of the backend, of the library, or of the browser's passkeys. */
export type AskError = Pick<AuthError, 'name' | 'message'> & {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
};

export type AskFailure =
  | { readonly type: 'no-server' | 'unreachable' }
  /** The status is that of the last answer; 0 for none. */
  | { readonly type: 'error'; readonly error: AskError; readonly status: number };

export type Ask<T> = {
  /** Where the call starts from; null for a visitor's. */
  readonly session?: StoredSession | null;
  readonly verifiers?: Verifiers;
  readonly call: (client: Auth) => Promise<Answer<T>>;
};

/** Runs one call of the library. */
export async function askAuth<T>(
  { readConfig, fetch: send }: AskParts,
  { session = null, verifiers, call }: Ask<T>,
): Promise<Result<NonNullable<T>, AskFailure>> {
  const config = await readConfig();
  if (!config.ok) return config;
  const answer = await callAuth({ config: config.value, fetch: send, session, call, verifiers: verifiers ?? null });
  if (answer === null) return fail({ type: 'unreachable' });
  const { result, status } = answer;
  if (result.error) return fail({ type: 'error', error: result.error, status });
  // Neither the one nor the other: somebody else's answer.
  return result.data === null || result.data === undefined ? fail({ type: 'unreachable' }) : ok(result.data);
}

/** For a call whose answer carries nothing: a sign-out, for one. */
export const toDone = ({ error }: { readonly error: AskError | null }): Answer<true> =>
  error ? { data: null, error } : { data: true, error: null };

/** The codes of the backend that have sentences of their own; any other message is shown as received. */
const NAMED: ReadonlyMap<string | undefined, AccountFailure> = new Map([
  ['invalid_credentials', { type: 'invalid-credentials' }],
  ['weak_password', { type: 'weak-password' }],
  ['captcha_failed', { type: 'captcha-needed' }],
]);

/** Product A4 and spec section 8. */
export function toAccountFailure(failure: AskFailure): AccountFailure {
  if (failure.type !== 'error') return failure;
  const { error, status } = failure;
  const named = NAMED.get(error.code);
  if (named) return named;
  if (error.name === 'AuthWeakPasswordError') return { type: 'weak-password' };
  // An answer that the library could not read, or a good one without a session, is none of this backend's words.
  if (error.name === 'AuthInvalidTokenResponseError') return { type: 'no-user' };
  const isWords = isPasskeyError(error) || (error.name !== 'AuthUnknownError' && status >= 400);
  return isWords ? { type: 'refused', message: error.message } : { type: 'unreachable' };
}

/** What the browser's own passkey dialog says, such as that it was closed; no request had failed. */
const isPasskeyError = (error: object): boolean => '__isWebAuthnError' in error;

/** As the library wants it: missing, not undefined. */
export const withCaptcha = (token: string | undefined): { readonly captchaToken?: string } =>
  token === undefined ? {} : { captchaToken: token };

/** The library knows its providers by a list; the backend may have any other, and refuses what it does not have. */
export function toProvider(name: string): Provider {
  // It goes into the address as it is: to the library it is nothing but a text.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return name as Provider;
}
