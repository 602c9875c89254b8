/** What a failed sign-in or sign-up says, and under which field (product W5). */
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { EntryFailure } from '#client/session/entry.ts';
import { accountFailures, fallbacks, fieldFailures } from '#web/messages/en/entry.ts';

export type EntrySentences = {
  readonly form: string | null;
  readonly email: string | null;
  readonly password: string | null;
};

export const NO_SENTENCES: EntrySentences = { form: null, email: null, password: null };

const FALLBACKS = { 'sign-in': 'signIn', 'sign-up': 'signUp' } as const;

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
export function entrySentences(failure: EntryFailure, mode: 'sign-in' | 'sign-up'): EntrySentences {
  if (failure.type === 'credentials') return credentialsSentences(failure);
  if (failure.type === 'refused') return { ...NO_SENTENCES, form: failure.message || fallbacks[FALLBACKS[mode]] };
  return { ...NO_SENTENCES, form: accountFailures[failure.type] };
}

function credentialsSentences({ form, email, password }: CredentialsFailure): EntrySentences {
  return {
    form: form === null ? null : fallbacks.missingCredentials,
    email: email === null ? null : fieldFailures[email],
    password: password === null ? null : fieldFailures[password],
  };
}
