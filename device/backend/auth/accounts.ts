/** The accounts port on the auth library: sign-in, sign-out and password reset (spec section 7, product A2 to A4). */
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import type { AccountFailure, Accounts } from '#client/ports/accounts.ts';
import type { Auth } from '#device/backend/session/call-auth.ts';
import { endSession, withCaptcha } from '#device/backend/session/request-auth.ts';
import type { Answer } from '#device/backend/session/request-auth.ts';
import { createPendingSessions, createPendingSessionCalls } from './pending-session.ts';
import { completeAuthCallback } from './auth-callback.ts';
import { recordFlow } from './auth-flows.ts';
import { readAuthSettings } from './auth-settings.ts';
import { requestOrFail, createSignInMethods } from './sign-in-methods.ts';
import type { SignInParts } from './sign-in-methods.ts';
import { toSession } from '#device/backend/session/stored-session.ts';

export function createAccounts(parts: SignInParts): Accounts {
  const { store, address } = parts;
  const pendingSessions = createPendingSessions(parts);
  return {
    settings: () => readAuthSettings(parts),
    ...createSignInMethods(parts, pendingSessions),
    sendReset: (email, captcha) =>
      requestMail(parts, 'recovery', (client) =>
        client.resetPasswordForEmail(email, { redirectTo: address, ...withCaptcha(captcha) }),
      ),
    resendConfirmation: (email, captcha) =>
      requestMail(parts, 'sign-in', (client) =>
        client.resend({ type: 'signup', email, options: { emailRedirectTo: address, ...withCaptcha(captcha) } }),
      ),
    completeAuthCallback: (callback) => completeAuthCallback({ ...parts, pendingSessions }, callback),
    ...createPendingSessionCalls(parts, pendingSessions),
    cancelPending: pendingSessions.release,
    async signOut(removed) {
      const session = removed === undefined ? store.read() : (store.removeFromMemory() ?? toSession(removed));
      if (removed === undefined) store.write(null);
      if (session !== null) await endSession(parts, session);
    },
  };
}

/** Requests an email with a link that leads back to this browser. */
async function requestMail(
  parts: SignInParts,
  purpose: 'recovery' | 'sign-in',
  call: (client: Auth) => Promise<Answer<unknown>>,
): Promise<Result<null, AccountFailure>> {
  const { verifiers, removeAll } = recordFlow(parts.flows, { purpose });
  const answer = await requestOrFail(parts, { verifiers, call });
  if (answer.ok) return ok(null);
  // If only the answer was lost, the email may have been sent.
  if (!isOutcomeUnknown(answer.failure)) removeAll();
  return answer;
}
