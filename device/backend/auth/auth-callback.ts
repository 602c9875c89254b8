/**
 * Completes an auth callback: the parameters that an email link or a provider added to the URL (spec section 8, product
 * A2).
 */
import { fail, ok, type Result } from '#core/result.ts';
import {
  type AuthCallback,
  type AuthCallbackFailure,
  type AuthResult,
  isOutcomeUnknown,
  type LinkSession,
} from '#client/ports/accounts.ts';
import { moveImportTarget } from '#device/local-storage/pending-requests.ts';
import { type AuthParts, type PendingSessions, toNewPassword } from './pending-session.ts';
import {
  type AuthRequestFailure,
  endSession,
  NO_NEW_ACCOUNT,
  requestAuth,
  toAccountFailure,
} from '#device/backend/session/request-auth.ts';
import {
  isOpenedByEmail,
  parseSession,
  readIdentities,
  type StoredSession,
} from '#device/backend/session/stored-session.ts';
import type { Flow, Flows } from './auth-flows.ts';
import { refreshUser } from '#device/backend/session/session-store.ts';

type AuthCallbackParts = AuthParts & { readonly flows: Flows; readonly pendingSessions: PendingSessions };

type CallbackResult = Result<AuthResult, AuthCallbackFailure>;

/**
 * Completes an auth callback. A code that this browser did not request is not used: a link from another person must not
 * sign the user in to that person's account (session fixation, RFC 9700 section 2.1). A link of an operator has a session instead of
 * a code, and only leads to the choice of a password.
 */
export async function completeAuthCallback(parts: AuthCallbackParts, callback: AuthCallback): Promise<CallbackResult> {
  const { flows } = parts;
  const { code, flowId = null, error } = callback;
  // Flow ids are random, so a URL that contains one was made for this browser.
  const named = flowId === null ? null : flows.find(flowId);
  if (error !== null) {
    // A failed flow has no second callback.
    flows.remove(flowId ?? '');
    return fail(toCallbackFailure(error, named));
  }
  if (code === null) return completeWithoutCode(parts, callback, named !== null);
  const flow = flowId === null ? flows.findSignIn() : named;
  return flow === null ? fail({ type: 'other-device' }) : completeFlow(parts, { flow, code, isNamed: named !== null });
}

function completeFlow(parts: AuthCallbackParts, returned: ReturnedFlow): Promise<CallbackResult> {
  switch (returned.flow.purpose) {
    case 'link':
      return completeLink(parts, returned);
    case 'email-change':
      return confirmAddress(parts, returned.flow);
    case 'sign-in':
    case 'recovery':
      return signIn(parts, returned);
  }
}

function completeWithoutCode(
  parts: AuthCallbackParts,
  { session = null, message }: AuthCallback,
  isExpected: boolean,
): CallbackResult | Promise<CallbackResult> {
  return session === null ? toEmailConfirmation(message, isExpected) : acceptLinkSession(parts, session);
}

/** Without a code or a session, the callback can only report that one of two addresses was confirmed. */
function toEmailConfirmation(message: string | null, isExpected: boolean): CallbackResult {
  if (message === null) return fail({ type: 'code-missing' });
  return ok({ type: 'email-confirmed', message: isExpected || message === FIRST_OF_TWO_CONFIRMED ? message : '' });
}

/** GoTrue's message after the first of two confirmations. The link may be opened on another device. */
const FIRST_OF_TWO_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The URL contained a session, which is never used (see web/sign-in/callback/use-auth-callback.ts). */
const SESSION_IN_ADDRESS = 'session_in_address';

/** Codes for links that expired, were used, or whose flow the backend no longer knows. */
const EXPIRED_CODES = new Set(['otp_expired', 'flow_state_expired', 'flow_state_not_found']);

/**
 * @param flow the flow of this browser that the URL names. Without one, any person may have written the link, and the
 * app must not show its message
 */
function toCallbackFailure(
  { code, message }: NonNullable<AuthCallback['error']>,
  flow: Flow | null,
): AuthCallbackFailure {
  if (code === SESSION_IN_ADDRESS) return { type: 'other-device' };
  const noAccount = NO_NEW_ACCOUNT.get(code);
  if (noAccount !== undefined) return noAccount;
  return EXPIRED_CODES.has(code)
    ? toExpired(flow)
    : { type: 'provider-refused', message: flow === null ? '' : message };
}

/** What the expired link was for. The link of a provider's sign-in confirmed nothing. */
function toExpired(flow: Flow | null): AuthCallbackFailure {
  if (flow?.purpose === 'recovery') return { type: 'link-expired', of: 'recovery' };
  const isConfirmation = flow?.purpose === 'sign-in' && flow.provider === '';
  return { type: 'link-expired', of: isConfirmation ? 'confirmation' : null };
}

/** The link already changed the address. The code is not used: it would create a second session. */
async function confirmAddress(parts: AuthCallbackParts, { id, userId }: Flow): Promise<CallbackResult> {
  if (parts.store.read()?.user.id === userId) await refreshUser(parts);
  parts.flows.remove(id);
  return ok(CONFIRMED);
}

const CONFIRMED = { type: 'email-confirmed', message: '' } as const;

/**
 * Completes linking a provider for the user who started it. The bundled server links the identity when this browser
 * exchanges the code; hosted Supabase has already linked it. The current session stays: the one from the exchange ends at
 * once, because it may have a lower assurance level.
 */
async function completeLink(parts: AuthCallbackParts, returned: ReturnedFlow): Promise<CallbackResult> {
  const { flow } = returned;
  const currentUserId = parts.store.read()?.user.id ?? null;
  if (currentUserId !== flow.userId) {
    parts.flows.remove(flow.id);
    return fail({ type: currentUserId === null ? 'not-signed-in' : 'other-person' });
  }
  const linked = await findLink(parts, returned);
  // Keep the flow if the result is unknown, so that a retry can check again.
  if (linked.ok || !isOutcomeUnknown(linked.failure)) parts.flows.remove(flow.id);
  return linked;
}

/** Succeeds if the account lists the provider, after the exchange if necessary. */
async function findLink(parts: AuthCallbackParts, returned: ReturnedFlow): Promise<CallbackResult> {
  const before = await readLink(parts, returned.flow);
  if (before.ok || before.failure.type !== 'provider-refused') return before;
  const exchanged = await exchange(parts, returned);
  if (!exchanged.ok) return fail(toExchangeFailure(exchanged.failure, returned.flow));
  const session = parseSession(exchanged.value.session, parts.clock.now());
  if (session !== null) await endSession(parts, session);
  return readLink(parts, returned.flow);
}

async function readLink(parts: AuthCallbackParts, flow: Flow): Promise<CallbackResult> {
  const user = await refreshUser(parts);
  if (!user.ok) return fail(toAccountFailure(user.failure));
  const isLinked = readIdentities(user.value).some(({ provider }) => provider === flow.provider);
  return isLinked ? ok({ type: 'linked' }) : fail({ type: 'provider-refused', message: '' });
}

type ReturnedFlow = {
  readonly flow: Flow;
  readonly code: string;
  /** Whether the URL names the flow. A URL without a flow may come from another person and must not consume the flow. */
  readonly isNamed: boolean;
};

async function signIn(parts: AuthCallbackParts, returned: ReturnedFlow): Promise<CallbackResult> {
  const { flow, isNamed } = returned;
  const answer = await exchange(parts, returned);
  if (!answer.ok && answer.failure.type !== 'error') return fail(answer.failure);
  if (answer.ok || isNamed) parts.flows.remove(flow.id);
  if (!answer.ok) return fail(toExchangeFailure(answer.failure, flow));
  return flow.purpose === 'recovery'
    ? acceptRecovery(parts, answer.value.session)
    : acceptSignIn(parts, flow, answer.value.session);
}

/** Exchanges the code for a session. Keeps the verifier, so that a lost response can be retried. */
const exchange = (parts: AuthCallbackParts, { flow, code }: ReturnedFlow) =>
  requestAuth(parts, {
    verifiers: {
      read: () => flow.verifier,
      keep: () => undefined,
      // The library also removes it after a network failure, when the code is still valid.
      remove: () => undefined,
    },
    call: (client) => client.exchangeCodeForSession(code, { flowId: flow.id }),
  });

function acceptRecovery({ pendingSessions }: AuthCallbackParts, answered: unknown): CallbackResult {
  const accepted = pendingSessions.accept(answered, 'new-password');
  return accepted.ok ? ok(toNewPassword(pendingSessions)) : accepted;
}

/**
 * Checks the session of an operator's link with the backend. An attacker could put any session into a link, also one of an account
 * with the victim's unconfirmed address. So only a session that an email has opened is accepted, and any other one is ended.
 */
async function acceptLinkSession(
  parts: AuthCallbackParts,
  { accessToken, refreshToken }: LinkSession,
): Promise<CallbackResult> {
  const answer = await requestAuth(parts, {
    call: (client) => client.setSession({ access_token: accessToken, refresh_token: refreshToken }),
  });
  if (!answer.ok) return fail(toLinkFailure(answer.failure));
  const session = parseSession(answer.value.session, parts.clock.now());
  if (session === null) return fail({ type: 'no-user' });
  const refused = refuseLinkSession(session, parts.store.read());
  if (refused === null) return acceptRecovery(parts, session);
  void endSession(parts, session);
  return fail(refused);
}

/**
 * Why the session is not accepted; null if it is. Its token is judged, because the backend does not check a token in the link that claims
 * to have expired: it only renews the session.
 */
function refuseLinkSession(session: StoredSession, before: StoredSession | null): AuthCallbackFailure | null {
  if (!isOpenedByEmail(session.access_token)) return { type: 'link-expired', of: 'recovery' };
  return before !== null && before.user.id !== session.user.id ? { type: 'log-out-first' } : null;
}

/** A backend that does not accept the session no longer has it. */
function toLinkFailure(failure: AuthRequestFailure): AuthCallbackFailure {
  const known = toAccountFailure(failure);
  return failure.type !== 'error' || known.type === 'rate-limited' ? known : { type: 'link-expired', of: 'recovery' };
}

function acceptSignIn(parts: AuthCallbackParts, { id }: Flow, answered: unknown): CallbackResult {
  const { pendingSessions, store, clock } = parts;
  const session = parseSession(answered, clock.now());
  if (session === null) return fail({ type: 'no-user' });
  if ((store.read()?.user.id ?? session.user.id) !== session.user.id) {
    // The other user's list is open and may have unsent changes (product Y9).
    void endSession(parts, session);
    return fail({ type: 'log-out-first' });
  }
  moveImportTarget(id, session.user.id);
  const accepted = pendingSessions.accept(answered, 'in');
  return accepted.ok ? ok({ type: 'in', user: accepted.value }) : accepted;
}

function toExchangeFailure(failure: AuthRequestFailure, flow: Flow): AuthCallbackFailure {
  const code = failure.type === 'error' ? (failure.error.code ?? '') : '';
  if (EXPIRED_CODES.has(code)) return toExpired(flow);
  return code === 'bad_code_verifier' ? { type: 'other-device' } : toAccountFailure(failure);
}
