/** The accounts port on the auth library: sign-in, sign-out and password reset (spec section 7, product A2 to A4). */
import { fail, ok, type Result } from '#core/result.ts';
import { type AccountFailure, type Accounts, isOutcomeUnknown } from '#client/ports/accounts.ts';
import type { Auth } from '#device/backend/session/call-auth.ts';
import {
  type Answer,
  type AuthRequest,
  type AuthRequestParts,
  endSession,
  requestAuth,
  toAccountFailure,
  toProvider,
  withCaptcha,
} from '#device/backend/session/request-auth.ts';
import {
  type AuthParts,
  createPendingSessionCalls,
  createPendingSessions,
  type PendingSessions,
} from './pending-session.ts';
import { completeAuthCallback } from './auth-callback.ts';
import { type Flows, recordFlow } from './auth-flows.ts';
import { readAuthSettings } from './auth-settings.ts';
import { toSession } from '#device/backend/session/stored-session.ts';
import type { User } from '#core/account/user.ts';
import { writeImportTarget } from '#device/local-storage/pending-requests.ts';

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

export type SignInParts = AuthParts & {
  readonly flows: Flows;
  /** The URL that email links and providers redirect to. */
  readonly address: string;
  /** Creates the profile and the default categories of a new account. */
  readonly provisionDefaults: (user: User, email: string) => Promise<void>;
};

type SignInMethods = Pick<Accounts, 'signIn' | 'signUp' | 'signInWith' | 'signInWithPasskey'>;

function createSignInMethods(parts: SignInParts, { accept }: Pick<PendingSessions, 'accept'>): SignInMethods {
  const { flows, address } = parts;
  return {
    async signIn({ email, password }, captcha) {
      const options = withCaptcha(captcha);
      const answer = await requestOrFail(parts, {
        call: (client) => client.signInWithPassword({ email, password, options }),
      });
      return answer.ok ? accept(answer.value.session, 'in') : answer;
    },
    signUp: withInvitation(parts, createSignUp(parts, accept)),
    async signInWith(name, request) {
      const options = { redirectTo: address, skipBrowserRedirect: true };
      const { verifiers, removeAll, ids } = recordFlow(flows, { purpose: 'sign-in', provider: name });
      const answer = await requestOrFail(parts, {
        verifiers,
        call: (client) => client.signInWithOAuth({ provider: toProvider(name), options }),
      });
      if (!answer.ok) {
        removeAll();
        return answer;
      }
      // The account is known only after the callback, so store the flow id.
      const [flowId] = ids();
      if (request?.importsGuestList === true && flowId !== undefined) writeImportTarget(flowId);
      return ok(answer.value.url);
    },
    async signInWithPasskey(captcha) {
      const options = withCaptcha(captcha);
      const answer = await requestOrFail(parts, { call: (client) => client.signInWithPasskey({ options }) });
      return answer.ok ? accept(answer.value.session, 'in') : answer;
    },
  };
}

/** Hosted Supabase would store the secret with the account, so it is sent only to a server that asks for it. */
function withInvitation(parts: SignInParts, signUp: Accounts['signUp']): Accounts['signUp'] {
  return async (credentials, captcha, pending = null) => {
    if (pending === null) return signUp(credentials, captcha);
    const settings = await readAuthSettings(parts);
    if (!settings.ok) return settings;
    if (settings.value.signUp !== 'invited') return signUp(credentials, captcha);
    const entered = await signUp(credentials, captcha, pending);
    return entered.ok || entered.failure.type !== 'invitation-needed' ? entered : fail({ type: 'invitation-unusable' });
  };
}

/** An answer without a session means that the user has to confirm the address by a link that opens this browser. */
function createSignUp(parts: SignInParts, accept: PendingSessions['accept']): Accounts['signUp'] {
  const { flows, address, provisionDefaults } = parts;
  return async ({ email, password }, captcha, invitation = null) => {
    const data = { email_confirm: false, ...(invitation !== null && { list_invitation: invitation }) };
    const options = { data, emailRedirectTo: address, ...withCaptcha(captcha) };
    const { verifiers, removeAll } = recordFlow(flows, { purpose: 'sign-in' });
    const answer = await requestOrFail(parts, {
      verifiers,
      call: (client) => client.signUp({ email, password, options }),
    });
    if (!answer.ok) {
      // If only the answer was lost, the email may have been sent.
      if (!isOutcomeUnknown(answer.failure)) removeAll();
      return answer;
    }
    const { session, user } = answer.value;
    if (session === null) return fail({ type: user ? 'confirmation-needed' : 'no-user' });
    // No email was sent, so no callback will follow.
    removeAll();
    const entered = accept(session, 'in');
    if (entered.ok) await provisionDefaults(entered.value, email);
    return entered;
  };
}

/** Makes a call and converts its failure to the port's type. */
async function requestOrFail<T>(
  parts: AuthRequestParts,
  request: AuthRequest<T>,
): Promise<Result<NonNullable<T>, AccountFailure>> {
  const answer = await requestAuth(parts, request);
  return answer.ok ? answer : fail(toAccountFailure(answer.failure));
}
