/** Completes an auth callback once and holds its state. */
import { useContext, useEffect, useRef, useState } from 'react';
import type { User } from '#core/account/user.ts';
import type { AuthCallback, AuthCallbackFailure, AuthOutcome, Factor } from '#client/ports/accounts.ts';
import { useApp } from '#web/shopper/app-context.ts';
import { authCallback as words } from '#web/messages/en/auth-callback.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { createCallbackHandler } from './complete-auth-callback.ts';

type Stage =
  | { readonly type: 'working' }
  | { readonly type: 'failed'; readonly failure: AuthCallbackFailure }
  | { readonly type: 'code'; readonly factors: readonly Factor[] }
  | Exclude<AuthOutcome, { readonly type: 'in' }>;

type AuthCallbackState = {
  readonly stage: Stage;
  /** Continues with the result of the second step. */
  readonly continueWith: (outcome: AuthOutcome) => void;
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
  const continueWith = (outcome: AuthOutcome): void => {
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
      toaster.show(words.passwordSet);
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
