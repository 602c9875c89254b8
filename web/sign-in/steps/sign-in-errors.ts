/** Error texts of sign-in and sign-up, and the field that each one belongs to (product W5). */
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { SignInFailure } from '#client/session/sign-in.ts';
import { messages } from '#web/messages/messages.ts';
import { isTold, type AccountFailure } from '#client/ports/accounts.ts';

export type SignInErrors = {
  readonly form: string | null;
  readonly email: string | null;
  readonly password: string | null;
  /** A status that is not an error. */
  readonly info: string | null;
  /** Whether the email that confirms the address can be sent again. */
  readonly canResend: boolean;
};

export const NO_ERRORS: SignInErrors = { form: null, email: null, password: null, info: null, canResend: false };

const FALLBACKS = { 'sign-in': 'signIn', 'sign-up': 'signUp' } as const;

/** Shows backend messages as received, and the specification's text for an empty one (section 8). */
export function signInErrors(failure: SignInFailure, mode: 'sign-in' | 'sign-up'): SignInErrors {
  if (failure.type === 'credentials') return credentialsErrors(failure);
  const isNobody = failure.type === 'no-user' && mode === 'sign-up';
  const text = accountError(failure, isNobody ? messages.fallbacks.noUser : messages.fallbacks[FALLBACKS[mode]]);
  return { ...NO_ERRORS, [fieldOf(failure)]: text, canResend: failure.type === 'email-unconfirmed' };
}

function fieldOf({ type }: AccountFailure): 'password' | 'info' | 'form' {
  if (type === 'weak-password') return 'password';
  // The account exists; only its address is not confirmed.
  return type === 'confirmation-needed' ? 'info' : 'form';
}

function credentialsErrors({ form, email, password }: CredentialsFailure): SignInErrors {
  return {
    ...NO_ERRORS,
    form: form === null ? null : messages.fallbacks.missingCredentials,
    email: email === null ? null : messages.fieldFailures[email],
    password: password === null ? null : messages.fieldFailures[password],
  };
}

/**
 * Returns the error text for a failure.
 * @param fallback the text if the backend sends no message
 * @param sentences the texts of the screen
 */
export function accountError(
  failure: AccountFailure,
  fallback: string,
  errors: typeof messages.accountFailures = messages.accountFailures,
): string {
  if (failure.type === 'refused') return failure.message || fallback;
  if (isTold(failure)) return messages.describeTold(failure);
  if (failure.type === 'weak-password') return failure.message || errors['weak-password'];
  return hasNoSentence(failure) ? fallback : errors[failure.type];
}

/** The caller shows the second step instead of an error. */
const hasNoSentence = (
  failure: AccountFailure,
): failure is Extract<AccountFailure, { readonly type: 'no-user' | 'code-needed' }> =>
  failure.type === 'no-user' || failure.type === 'code-needed';
