/** Calls of the account itself, as who is signed in: with a live token, and their failures in the app's words. */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { User } from '#core/account/user.ts';
import type { DeskFailure } from '#client/ports/account-desk.ts';
import type { Clock } from '#client/ports/clock.ts';
import { askAuth, toAccountFailure } from './ask-auth.ts';
import type { Ask, AskFailure, AskParts } from './ask-auth.ts';
import type { Farewells } from './farewells.ts';
import type { Flows } from './flows.ts';
import type { RequestFailure, SendRequest } from './request.ts';
import type { Refused, SessionKeeper } from './session-keeper.ts';
import type { SessionStore } from './session-store.ts';
import { forOneCall } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

export type DeskParts = AskParts & {
  readonly user: User;
  readonly store: SessionStore;
  readonly keeper: Pick<SessionKeeper, 'token'>;
  readonly clock: Clock;
  readonly flows: Flows;
  /** Where the links of mails and the providers lead back to. */
  readonly address: string;
  readonly farewells: Farewells;
  /** Requests to the tables and functions of this account. */
  readonly send: SendRequest;
};

/** One call of the auth library for who is signed in. */
export type AskAsUser = <T>(asked: Omit<Ask<T>, 'session'>) => Promise<Result<NonNullable<T>, DeskFailure>>;

/** The token of a session that ended, or that was signed with a key that is no more: another one may be good. */
const TOKEN_REFUSED = new Set(['bad_jwt', 'no_authorization']);

/** Asks with the token of this user and of nobody else; a token that is refused is renewed, and the call made once more. */
export function createAskAsUser(parts: DeskParts): AskAsUser {
  const once = async <T>(
    asked: Omit<Ask<T>, 'session'>,
    refused?: Refused,
  ): Promise<Result<NonNullable<T>, AskFailure | { readonly type: 'signed-out' }>> => {
    const session = await liveSession(parts, refused);
    return session.ok ? askAuth(parts, { ...asked, session: session.value }) : session;
  };
  return async (asked) => {
    const first = await once(asked);
    if (first.ok) return first;
    const token = isTokenRefused(first.failure) ? parts.store.read()?.access_token : undefined;
    const answer = token === undefined ? first : await once(asked, { token, isOver: false });
    if (answer.ok) return answer;
    return fail(answer.failure.type === 'signed-out' ? answer.failure : toDeskFailure(answer.failure));
  };
}

const isTokenRefused = (failure: AskFailure | { readonly type: 'signed-out' }): boolean =>
  failure.type === 'error' && TOKEN_REFUSED.has(failure.error.code ?? '');

/** The stored session with a token that lives. */
async function liveSession(
  { keeper, store, user, clock }: DeskParts,
  refused?: Refused,
): Promise<Result<StoredSession, { readonly type: 'unreachable' | 'signed-out' }>> {
  const token = await keeper.token(user.id, refused);
  if (!token.ok) return fail({ type: token.failure.type === 'signed-out' ? 'signed-out' : 'unreachable' });
  const session = store.read();
  if (session?.user.id !== user.id) return fail({ type: 'signed-out' });
  return ok(forOneCall(session, clock.now()));
}

/** The backend's codes for what has its own way on. */
const NAMED: ReadonlyMap<string | undefined, DeskFailure> = new Map([
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
]);

function toDeskFailure(failure: AskFailure): DeskFailure {
  if (failure.type !== 'error') return failure;
  const { error, status } = failure;
  // The library has its own error for a session that is gone.
  if (error.name === 'AuthSessionMissingError') return { type: 'signed-out' };
  // A backend without that part of the interface knows no such address.
  if (status === 404 && error.code === undefined) return { type: 'not-offered' };
  return NAMED.get(error.code) ?? toAccountFailure(failure);
}

/** What the database functions say (supabase/migrations/0006_account_functions.sql), told apart by their hints. */
const HINTED: ReadonlyMap<string | undefined, DeskFailure> = new Map([
  ['insufficient_aal', { type: 'code-needed-first' }],
  ['reauthentication_needed', { type: 'sign-in-needed' }],
]);

/** No such function: PostgREST's word for it, and Postgres's. */
const MISSING = new Set(['PGRST202', '42883']);

/** Calls a database function as who is signed in. */
export async function callFunction(
  { send }: Pick<DeskParts, 'send'>,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Result<unknown, DeskFailure>> {
  const answer = await send((tables) => tables.rpc(name, fields));
  return answer.ok ? answer : fail(toFunctionFailure(answer.failure));
}

function toFunctionFailure(failure: RequestFailure): DeskFailure {
  switch (failure.type) {
    case 'transient':
      return { type: 'unreachable' };
    case 'signed-out':
      return failure;
    case 'refused':
      if (MISSING.has(failure.code ?? '')) return { type: 'not-offered' };
      return HINTED.get(failure.hint) ?? { type: 'refused', message: failure.message };
  }
}
