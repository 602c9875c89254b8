/** Makes requests to the auth backend and converts their failures to the port's type (spec section 8, product A4). */
import type { AuthError, Provider } from '@supabase/auth-js';
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountFailure, RateLimited } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import { parseJson } from '#device/local-storage/local-storage.ts';
import { isObject } from '#device/shape.ts';
import { type Auth, callAuth, type CallFailure, type Verifiers } from './call-auth.ts';
import type { ReadConfig } from '#device/backend/connection/config.ts';
import { forOneCall, type StoredSession } from './stored-session.ts';

export type AuthRequestParts = { readonly readConfig: ReadConfig; readonly fetch: typeof fetch };

/** The library's answer: data or an error. */
export type Answer<T> =
  | { readonly data: T; readonly error: null }
  | { readonly data: unknown; readonly error: AuthCallError };

/** An error of the backend, of the library, or of the browser's passkey dialog. */
export type AuthCallError = Pick<AuthError, 'name' | 'message'> & {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
};

export type AuthRequestFailure =
  | { readonly type: 'no-server' }
  | CallFailure
  | {
      readonly type: 'error';
      readonly error: AuthCallError;
      /** The status of the last answer; 0 for none. */
      readonly status: number;
      /** The time in seconds after which a retry makes sense; null if the answer has none. */
      readonly retryAfter: number | null;
    };

export type AuthRequest<T> = {
  /** The session of the call; null if signed out. */
  readonly session?: StoredSession | null;
  readonly verifiers?: Verifiers;
  readonly call: (client: Auth) => Promise<Answer<T>>;
};

/** Runs one call of the library. */
export async function requestAuth<T>(
  { readConfig, fetch: send }: AuthRequestParts,
  { session = null, verifiers, call }: AuthRequest<T>,
): Promise<Result<NonNullable<T>, AuthRequestFailure>> {
  const config = await readConfig();
  if (!config.ok) return config;
  const answer = await callAuth({ config: config.value, fetch: send, session, call, verifiers: verifiers ?? null });
  if (!answer.ok) return answer;
  const { result, status, retryAfter } = answer.value;
  if (result.error) return fail({ type: 'error', error: result.error, status, retryAfter });
  // Neither data nor an error: the answer did not come from the backend.
  return result.data === null || result.data === undefined ? fail({ type: 'unreachable' }) : ok(result.data);
}

/** Converts an answer without data, such as that of a sign-out. */
export const toEmptyAnswer = ({ error }: { readonly error: AuthCallError | null }): Answer<true> =>
  error ? { data: null, error } : { data: true, error: null };

/** Ends one session on the backend. A failure is ignored, because the session expires anyway. */
export const endSession = async (
  parts: AuthRequestParts & { readonly clock: Clock },
  session: StoredSession,
): Promise<void> => {
  await requestAuth(parts, {
    session: forOneCall(session, parts.clock.now()),
    call: async (client) => toEmptyAnswer(await client.signOut({ scope: 'local' })),
  });
};

/** Error codes of a sign-in or sign-up that would have created an account (product P4). */
export const NO_NEW_ACCOUNT: ReadonlyMap<
  string | undefined,
  { readonly type: 'sign-up-closed' | 'invitation-needed' }
> = new Map([
  ['signup_disabled', { type: 'sign-up-closed' }],
  ['invite_not_found', { type: 'invitation-needed' }],
]);

/** Error codes with their own text; the app shows other messages as received. */
const NAMED: ReadonlyMap<string | undefined, AccountFailure> = new Map<string | undefined, AccountFailure>([
  ...NO_NEW_ACCOUNT,
  ['invalid_credentials', { type: 'invalid-credentials' }],
  ['captcha_failed', { type: 'captcha-needed' }],
  ['email_provider_disabled', { type: 'passwords-off' }],
  ['email_not_confirmed', { type: 'email-unconfirmed' }],
]);

/** Error codes of rate limits. */
const LIMITED: ReadonlyMap<string | undefined, RateLimited['of']> = new Map([
  ['over_request_rate_limit', 'requests'],
  ['over_email_send_rate_limit', 'emails'],
  ['over_sms_send_rate_limit', 'text-messages'],
]);

/** Converts a failure to the port's type (product A4, A9, spec section 8). */
export function toAccountFailure(failure: AuthRequestFailure): AccountFailure {
  if (failure.type !== 'error') return failure;
  const { error, status } = failure;
  const message = readMessage(error);
  const known = NAMED.get(error.code) ?? toRateLimited(error.code, message, failure.retryAfter);
  if (known) return known;
  if (isWeakPassword(error)) return { type: 'weak-password', message };
  // The library could not read the answer, or a successful answer had no session. Its message is not the backend's.
  if (error.name === 'AuthInvalidTokenResponseError') return { type: 'no-user' };
  return isBackendMessage(error, status) ? { type: 'refused', message } : { type: 'unreachable' };
}

/** GoTrue tells the time to wait in its message. */
function toRateLimited(code: string | undefined, message: string, retryAfter: number | null): RateLimited | null {
  const of = LIMITED.get(code);
  if (of === undefined) return null;
  const seconds = /after (?<seconds>\d{1,9}) seconds?/u.exec(message)?.groups?.['seconds'];
  return { type: 'rate-limited', of, seconds: seconds === undefined ? retryAfter : Number(seconds) };
}

/** The library's error for `weak_password` and for the equivalent of older backends; or the new password is the old one. */
const isWeakPassword = ({ name, code }: AuthCallError): boolean =>
  name === 'AuthWeakPasswordError' || code === 'same_password';

const isBackendMessage = (error: AuthCallError, status: number): boolean =>
  isPasskeyError(error) || (error.name !== 'AuthUnknownError' && status >= 400);

/** The backend's message; '' for none, in which case the library uses the whole answer as the message. */
const readMessage = ({ message }: AuthCallError): string => (isObject(parseJson(message)) ? '' : message);

/** Whether the browser's passkey dialog failed or was closed, and not a request. */
const isPasskeyError = (error: object): boolean => '__isWebAuthnError' in error;

/** The captcha option of the library, which must be absent and not undefined. */
export const withCaptcha = (token: string | undefined): { readonly captchaToken?: string } =>
  token === undefined ? {} : { captchaToken: token };

/** Casts a provider's name to the library's type. The backend may have other providers and refuses unknown ones. */
export function toProvider(name: string): Provider {
  // The library only puts the name into the URL.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return name as Provider;
}
