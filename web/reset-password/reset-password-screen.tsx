/** The Reset Password screen (spec section 2). */
import { useState } from 'react';
import { sendReset } from '#client/session/entry.ts';
import type { ResetFailure } from '#client/session/entry.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { entry, fallbacks, reset, resetFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryCard, EntryForm, FormMessage } from '#web/ui/entry-card.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** `onBack` leads back to sign-in. */
export function ResetPasswordScreen({ onBack }: { readonly onBack: () => void }) {
  const isOnline = useIsOnline();
  const request = useResetRequest();
  return (
    <EntryCard title={reset.title} hint={reset.hint} isOnline={isOnline} count={null} offline={reset.offline}>
      <EntryForm onSubmit={request.submit}>
        <TextField
          label={entry.email}
          type="email"
          autoComplete="username"
          value={request.email}
          error={request.sentences.email}
          onChange={request.setEmail}
        />
        <FormMessage text={request.sentences.form} isError />
        <FormMessage text={request.isSent ? reset.sent : null} />
        <Button look="primary" type="submit">
          {reset.send}
        </Button>
        <Button look="link" onPress={onBack}>
          {reset.back}
        </Button>
      </EntryForm>
    </EntryCard>
  );
}

type Sentences = { readonly form: string | null; readonly email: string | null };

const NO_SENTENCES: Sentences = { form: null, email: null };

/** What was typed, what is wrong with it, and whether the mail is on its way. */
function useResetRequest() {
  const { session } = useApp();
  const [email, setEmail] = useState('');
  const [sentences, setSentences] = useState(NO_SENTENCES);
  const [isSent, setSent] = useState(false);
  return {
    email,
    sentences,
    isSent,
    setEmail: (value: string): void => {
      setEmail(value);
      setSentences(NO_SENTENCES);
    },
    submit: async (): Promise<void> => {
      setSent(false);
      const result = await sendReset(session.door, email);
      setSentences(result.ok ? NO_SENTENCES : resetSentences(result.failure));
      setSent(result.ok);
    },
  };
}

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
function resetSentences(failure: ResetFailure): Sentences {
  if (failure.type === 'refused') return { form: failure.message || fallbacks.sendReset, email: null };
  const sentence = resetFailures[failure.type];
  const isAboutEmail = failure.type === 'missing-email' || failure.type === 'invalid-email';
  return isAboutEmail ? { form: null, email: sentence } : { form: sentence, email: null };
}
