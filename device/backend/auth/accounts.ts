/** The accounts port on the auth library: sign-in, sign-out and password reset (spec section 7, product A2 to A4). */
import { ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { endSession, withCaptcha } from '#device/backend/session/request-auth.ts';
import { createPendingSessions, createPendingSessionCalls } from './pending-session.ts';
import { completeAuthCallback } from './auth-callback.ts';
import { recordFlow } from './auth-flows.ts';
import { readAuthSettings } from './auth-settings.ts';
import { requestOrFail, createSignInMethods } from './sign-in-methods.ts';
import type { SignInParts } from './sign-in-methods.ts';
import { toSession } from '#device/backend/session/stored-session.ts';

export function createAccounts(parts: SignInParts): Accounts {
  const { store, flows, address } = parts;
  const pendingSessions = createPendingSessions(parts);
  return {
    settings: () => readAuthSettings(parts),
    ...createSignInMethods(parts, pendingSessions),
    async sendReset(email, captcha) {
      const options = { redirectTo: address, ...withCaptcha(captcha) };
      const { verifiers, removeAll } = recordFlow(flows, { purpose: 'recovery' });
      const answer = await requestOrFail(parts, {
        verifiers,
        call: (client) => client.resetPasswordForEmail(email, options),
      });
      if (answer.ok) return ok(null);
      // If only the answer was lost, the email may have been sent.
      if (answer.failure.type !== 'unreachable') removeAll();
      return answer;
    },
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
