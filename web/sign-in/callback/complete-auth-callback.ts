/** Completes an auth callback. If the user leaves before the answer, the result is undone. */
import type { Result } from '#core/result.ts';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import type { AuthCallback, AuthCallbackFailure, AuthOutcome } from '#client/ports/accounts.ts';
import type { Session } from '#client/session/session.ts';
import { callAccounts, cancelPending } from '#web/sign-in/steps/call-accounts.ts';

type CallbackResult = Result<AuthOutcome, AuthCallbackFailure>;

export type CallbackHandler = {
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
