/** What a failed sign-in or sign-up says, and under which field (product W5). */
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { EntryFailure } from '#client/session/session.ts';
import { messages } from '#web/messages/messages.ts';

export type EntrySentences = {
  readonly form: string | null;
  readonly email: string | null;
  readonly password: string | null;
};

export const NO_SENTENCES: EntrySentences = { form: null, email: null, password: null };

const FALLBACKS = { 'sign-in': 'signIn', 'sign-up': 'signUp' } as const;

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
export function entrySentences(failure: EntryFailure, mode: 'sign-in' | 'sign-up'): EntrySentences {
  const { failure: words } = messages;
  switch (failure.type) {
    case 'credentials':
      return credentialsSentences(failure);
    case 'no-server':
    case 'unreachable':
    case 'invalid-credentials':
      return { ...NO_SENTENCES, form: words.account[failure.type] };
    case 'no-user':
      return { ...NO_SENTENCES, form: words.noUser };
    case 'refused':
      return { ...NO_SENTENCES, form: failure.message || words[FALLBACKS[mode]] };
  }
}

function credentialsSentences({ form, email, password }: CredentialsFailure): EntrySentences {
  const { field, missingCredentials } = messages.failure;
  return {
    form: form === null ? null : missingCredentials,
    email: email === null ? null : field[email],
    password: password === null ? null : field[password],
  };
}
