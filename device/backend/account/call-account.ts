/** Calls of the account API: with a valid token of the signed-in user, and with failures of the port. */
import { fail, ok, type Result } from '#core/result.ts';
import type { User } from '#core/account/user.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import type { Clock } from '#client/ports/clock.ts';
import {
  type AuthRequest,
  type AuthRequestFailure,
  type AuthRequestParts,
  requestAuth,
  toAccountFailure,
} from '#device/backend/session/request-auth.ts';
import type { AccountDeletions } from './delete-account.ts';
import type { Flows } from '#device/backend/auth/auth-flows.ts';
import { toCallFailure } from '#device/backend/requests/request-failure.ts';
import type { SendRequest } from '#device/backend/requests/send-request.ts';
import type { Refused, SessionManager } from '#device/backend/session/session-manager.ts';
import type { SessionStore } from '#device/backend/session/session-store.ts';
import { forOneCall, type StoredSession } from '#device/backend/session/stored-session.ts';

export type AccountApiParts = AuthRequestParts & {
  readonly user: User;
  readonly store: SessionStore;
  readonly sessions: Pick<SessionManager, 'token' | 'holdRenewals'>;
  readonly clock: Clock;
  readonly flows: Flows;
  /** The URL that email links and providers redirect to. */
  readonly address: string;
  readonly deletions: AccountDeletions;
  /** Requests to the tables and functions of this account. */
  readonly send: SendRequest;
};

/** Makes one call of the auth library as the signed-in user. */
export type RequestAsUser = <T>(
  request: Omit<AuthRequest<T>, 'session'>,
) => Promise<Result<NonNullable<T>, AccountApiFailure>>;

/** The token belongs to an ended session, or its signing key was replaced. A renewed token may be valid. */
const TOKEN_REFUSED = new Set(['bad_jwt', 'no_authorization']);

/** Creates calls with this user's token only. If the backend refuses the token, it is renewed and the call is repeated. */
export function createRequestAsUser(parts: AccountApiParts): RequestAsUser {
  const once = async <T>(
    request: Omit<AuthRequest<T>, 'session'>,
    refused?: Refused,
  ): Promise<Result<NonNullable<T>, AuthRequestFailure | { readonly type: 'signed-out' }>> => {
    const session = await liveSession(parts, refused);
    return session.ok ? requestAuth(parts, { ...request, session: session.value }) : session;
  };
  return async (request) => {
    const first = await once(request);
    if (first.ok) return first;
    const token = isTokenRefused(first.failure) ? parts.store.read()?.access_token : undefined;
    const answer = token === undefined ? first : await once(request, { token, isOver: false });
    if (answer.ok) return answer;
    return fail(answer.failure.type === 'signed-out' ? answer.failure : toApiFailure(answer.failure));
  };
}

const isTokenRefused = (failure: AuthRequestFailure | { readonly type: 'signed-out' }): boolean =>
  failure.type === 'error' && TOKEN_REFUSED.has(failure.error.code ?? '');

/** The stored session with a valid token. */
async function liveSession(
  { sessions, store, user, clock }: AccountApiParts,
  refused?: Refused,
): Promise<Result<StoredSession, { readonly type: 'unreachable' | 'signed-out' }>> {
  const token = await sessions.token(user.id, refused);
  if (!token.ok) return fail({ type: token.failure.type === 'signed-out' ? 'signed-out' : 'unreachable' });
  const session = store.read();
  if (session?.user.id !== user.id) return fail({ type: 'signed-out' });
  return ok(forOneCall(session, clock.now()));
}

/** Error codes of the backend with their own failure types. */
const NAMED: ReadonlyMap<string | undefined, AccountApiFailure> = new Map([
  ['session_not_found', { type: 'signed-out' }],
  ['session_expired', { type: 'signed-out' }],
  ['user_not_found', { type: 'signed-out' }],
  ['bad_jwt', { type: 'signed-out' }],
  ['no_authorization', { type: 'signed-out' }],
  ['insufficient_aal', { type: 'code-needed-first' }],
  ['reauthentication_needed', { type: 'sign-in-needed' }],
  ['reauthentication_not_valid', { type: 'wrong-proof' }],
  ['manual_linking_disabled', { type: 'not-offered' }],
  ['passkey_disabled', { type: 'not-offered' }],
  ['mfa_totp_enroll_not_enabled', { type: 'not-offered' }],
  ['mfa_totp_verify_not_enabled', { type: 'not-offered' }],
  ['mfa_phone_enroll_not_enabled', { type: 'not-offered' }],
  ['mfa_phone_verify_not_enabled', { type: 'not-offered' }],
  ['current_password_invalid', { type: 'invalid-credentials' }],
  ['current_password_required', { type: 'current-password-needed' }],
]);

function toApiFailure(failure: AuthRequestFailure): AccountApiFailure {
  if (failure.type !== 'error') return failure;
  const { error, status } = failure;
  // The library has a separate error for a missing session.
  if (error.name === 'AuthSessionMissingError') return { type: 'signed-out' };
  // A backend without this feature has no such route.
  if (status === 404 && error.code === undefined) return { type: 'not-offered' };
  return NAMED.get(error.code) ?? toAccountFailure(failure);
}

/** Failures of the database functions (supabase/migrations/0005_account_functions.sql), identified by their hints. */
export const REFUSALS: ReadonlyMap<string | undefined, AccountApiFailure> = new Map([
  ['insufficient_aal', { type: 'code-needed-first' }],
  ['reauthentication_needed', { type: 'sign-in-needed' }],
]);

/** Calls a database function as the signed-in user. */
export async function callFunction(
  { send }: Pick<AccountApiParts, 'send'>,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Result<unknown, AccountApiFailure>> {
  const answer = await send((tables) => tables.rpc(name, fields));
  return answer.ok ? answer : fail(toCallFailure(answer.failure, REFUSALS));
}
