/** Reads an auth callback from the address, completes it once and holds its state. */
import { useContext, useEffect, useRef, useState } from 'react';
import type { User } from '#core/account/user.ts';
import {
  type AuthCallback,
  type AuthCallbackFailure,
  type AuthResult,
  type Factor,
  isOutcomeUnknown,
  type LinkSession,
} from '#client/ports/accounts.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import type { Result } from '#core/result.ts';
import type { Session } from '#client/session/session.ts';
import { callAccounts, cancelPending } from '#web/sign-in/steps/call-accounts.ts';

type Stage =
  | { readonly type: 'working' }
  | { readonly type: 'failed'; readonly failure: AuthCallbackFailure }
  | { readonly type: 'code'; readonly factors: readonly Factor[] }
  | Exclude<AuthResult, { readonly type: 'in' }>;

type AuthCallbackState = {
  readonly stage: Stage;
  /** Continues with the result of the second step. */
  readonly continueWith: (outcome: AuthResult) => void;
  /** Updates the user after the new password was set. */
  readonly refreshUser: (user: User) => void;
  readonly tryAgain: () => void;
  /** Cancels and leaves. */
  readonly leave: () => void;
};

export type AuthCallbackOptions = {
  readonly callback: AuthCallback;
  /** Called when the callback was used and must not be repeated. */
  readonly onAnswered: () => void;
  /** Opens the list or the sign-in screen. */
  readonly onDone: () => void;
};

export function useAuthCallback({ callback, onAnswered, onDone }: AuthCallbackOptions): AuthCallbackState {
  const { session } = useApp();
  const toaster = useContext(ToasterContext);
  const [handler] = useState(() => createCallbackHandler(session, callback, onAnswered));
  const [stage, setStage] = useState<Stage>({ type: 'working' });
  const enter = (user: User): void => {
    session.signInAccess.setUser(user);
    onDone();
  };
  const continueWith = (outcome: AuthResult): void => {
    if (outcome.type === 'in') enter(outcome.user);
    else setStage(outcome);
  };
  const completeAuthCallback = async (): Promise<void> => {
    setStage({ type: 'working' });
    const result = await handler.completeAuthCallback();
    if (result === null) return;
    if (result.ok) continueWith(result.value);
    else if (result.failure.type === 'code-needed') setStage({ type: 'code', factors: result.failure.factors });
    else setStage({ type: 'failed', failure: result.failure });
  };
  // A code works once, so React must not run this twice.
  useOnce(() => void completeAuthCallback());
  return {
    stage,
    continueWith,
    refreshUser(user) {
      enter(user);
      toaster.show(messages.authCallback.passwordSet);
    },
    tryAgain: () => void completeAuthCallback(),
    leave() {
      handler.leave();
      onDone();
    },
  };
}

function useOnce(run: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    run();
  });
}

type CallbackResult = Result<AuthResult, AuthCallbackFailure>;

type CallbackHandler = {
  /** @returns the result; null if the user has left */
  readonly completeAuthCallback: () => Promise<CallbackResult | null>;
  /** Cancels the callback. */
  readonly leave: () => void;
};

/** @param onAnswered called when the callback is used; until then a reload tries again */
export function createCallbackHandler(
  session: Pick<Session, 'user' | 'signInAccess' | 'signOut'>,
  callback: AuthCallback,
  onAnswered: () => void,
): CallbackHandler {
  const { signInAccess: access } = session;
  let isLeft = false;
  return {
    async completeAuthCallback() {
      const result = await callAccounts(access, (accounts) => accounts.completeAuthCallback(callback));
      if (result.ok || !isOutcomeUnknown(result.failure)) onAnswered();
      if (!isLeft) return result;
      if (isPending(result)) cancelPending(access);
      // Do not sign in a user who has left the screen. A user who signed in otherwise stays.
      if (result.ok && result.value.type === 'in' && session.user() === null) {
        access.setUser(result.value.user);
        await session.signOut();
      }
      return null;
    },
    leave() {
      isLeft = true;
      onAnswered();
      cancelPending(access);
    },
  };
}

/** Whether the session is pending until a code or a new password. */
const isPending = (result: CallbackResult): boolean =>
  result.ok ? result.value.type === 'new-password' : result.failure.type === 'code-needed';

/**
 * @param address the query and the fragment; GoTrue uses either or both
 *
 * A session in the URL (`access_token`) does not sign the user in. Anyone can create such a link, and it would lead to the
 * attacker's account (session fixation). This app requests codes, which work only in the requesting browser. Only the links of an
 * operator have no such browser. They lead to the choice of a password, on a screen that names the account.
 */
export function readAuthCallback(address: string): AuthCallback {
  const fields = new URLSearchParams(address.replace(/^[?#]/u, '').replace('#', '&'));
  const session = readSession(fields);
  const refused = session === null && fields.has('access_token') ? 'session_in_address' : null;
  const error = fields.get('error_code') ?? fields.get('error') ?? refused;
  return {
    // Treat an empty code as missing.
    code: fields.get('code') || null,
    flowId: fields.get('sb_flow_id'),
    session,
    error: error === null ? null : { code: error, message: fields.get('error_description') ?? '' },
    message: fields.get('message'),
  };
}

const OPERATOR_LINKS: ReadonlySet<string | null> = new Set(['invite', 'recovery']);

function readSession(fields: URLSearchParams): LinkSession | null {
  const [accessToken, refreshToken] = [fields.get('access_token'), fields.get('refresh_token')];
  if (!OPERATOR_LINKS.has(fields.get('type')) || accessToken === null || refreshToken === null) return null;
  return { accessToken, refreshToken };
}

/** Clears the stored parameters, so that a reload does not repeat the callback. */
export const clearAuthCallback = (): void => history.replaceState(null, '');
