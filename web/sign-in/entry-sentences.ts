/** What a failed sign-in or sign-up says, and under which field (product W5). */
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { EntryFailure } from '#client/session/entry.ts';
import { accountSentence } from '#web/entry/account-sentence.ts';
import { isInvalidEmail } from '#web/entry/is-invalid-email.ts';
import { fallbacks, fieldFailures } from '#web/messages/en/entry.ts';

export type EntrySentences = {
  readonly form: string | null;
  readonly email: string | null;
  readonly password: string | null;
  /** What is no failure. */
  readonly info: string | null;
};

export const NO_SENTENCES: EntrySentences = { form: null, email: null, password: null, info: null };

const FALLBACKS = { 'sign-in': 'signIn', 'sign-up': 'signUp' } as const;

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
export function entrySentences(failure: EntryFailure, mode: 'sign-in' | 'sign-up'): EntrySentences {
  if (failure.type === 'credentials') return credentialsSentences(failure);
  if (isInvalidEmail(failure)) return { ...NO_SENTENCES, email: fieldFailures['invalid-email'] };
  const sentence = accountSentence(failure, fallbacks[FALLBACKS[mode]]);
  // The account is there: only its address is not confirmed yet.
  return { ...NO_SENTENCES, [failure.type === 'confirmation-needed' ? 'info' : 'form']: sentence };
}

function credentialsSentences({ form, email, password }: CredentialsFailure): EntrySentences {
  return {
    ...NO_SENTENCES,
    form: form === null ? null : fallbacks.missingCredentials,
    email: email === null ? null : fieldFailures[email],
    password: password === null ? null : fieldFailures[password],
  };
}
