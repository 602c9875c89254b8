/** The ways in: by password, by a new account, by a provider, by a passkey (spec section 7, product A4). */
import type { User } from '#core/account/user.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, Accounts } from '#client/ports/accounts.ts';
import { writePromise } from '#device/take-along-promise.ts';
import type { Admission, AdmissionParts } from './admission.ts';
import { askAuth, toAccountFailure, toProvider, withCaptcha } from './ask-auth.ts';
import type { Ask, AskParts } from './ask-auth.ts';
import { rememberFlow } from './flows.ts';
import type { Flows } from './flows.ts';

export type WaysInParts = AdmissionParts & {
  readonly flows: Flows;
  /** Where the links of mails and the providers lead back to. */
  readonly address: string;
  /** Gives a new account its profile and categories. */
  readonly furnish: (user: User, email: string) => Promise<void>;
};

type WaysIn = Pick<Accounts, 'signIn' | 'signUp' | 'signInWith' | 'signInWithPasskey'>;

export function createWaysIn(parts: WaysInParts, { admit }: Pick<Admission, 'admit'>): WaysIn {
  const { flows, address } = parts;
  return {
    async signIn({ email, password }, captcha) {
      const options = withCaptcha(captcha);
      const answer = await askOrFail(parts, {
        call: (client) => client.signInWithPassword({ email, password, options }),
      });
      return answer.ok ? admit(answer.value.session, 'in') : answer;
    },
    signUp: createSignUp(parts, admit),
    async signInWith(name, wish) {
      const options = { redirectTo: address, skipBrowserRedirect: true };
      const { verifiers, dropAll, ids } = rememberFlow(flows, { purpose: 'sign-in', provider: name });
      const answer = await askOrFail(parts, {
        verifiers,
        call: (client) => client.signInWithOAuth({ provider: toProvider(name), options }),
      });
      if (!answer.ok) {
        dropAll();
        return answer;
      }
      // Whose account it will be shows when one comes back.
      const [flowId] = ids();
      if (wish?.takesDemoAlong === true && flowId !== undefined) writePromise(flowId);
      return ok(answer.value.url);
    },
    async signInWithPasskey(captcha) {
      const options = withCaptcha(captcha);
      const answer = await askOrFail(parts, { call: (client) => client.signInWithPasskey({ options }) });
      return answer.ok ? admit(answer.value.session, 'in') : answer;
    },
  };
}

/** Without a session the address has to be confirmed: by a link that leads back to this browser. */
function createSignUp(parts: WaysInParts, admit: Admission['admit']): Accounts['signUp'] {
  const { flows, address, furnish } = parts;
  return async ({ email, password }, captcha) => {
    const options = { data: { email_confirm: false }, emailRedirectTo: address, ...withCaptcha(captcha) };
    const { verifiers, dropAll } = rememberFlow(flows, { purpose: 'sign-in' });
    const answer = await askOrFail(parts, {
      verifiers,
      call: (client) => client.signUp({ email, password, options }),
    });
    if (!answer.ok) {
      // Where only the answer was lost the mail may be on its way.
      if (answer.failure.type !== 'unreachable') dropAll();
      return answer;
    }
    const { session, user } = answer.value;
    if (session === null) return fail({ type: user ? 'confirmation-needed' : 'no-user' });
    // No mail is on its way: nobody comes back by a link.
    dropAll();
    const entered = admit(session, 'in');
    if (entered.ok) await furnish(entered.value, email);
    return entered;
  };
}

/** Asks, and gives a failure in the port's words. */
export async function askOrFail<T>(parts: AskParts, asked: Ask<T>): Promise<Result<NonNullable<T>, AccountFailure>> {
  const answer = await askAuth(parts, asked);
  return answer.ok ? answer : fail(toAccountFailure(answer.failure));
}
