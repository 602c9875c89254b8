/** Asks for the link to choose a new password (spec section 2): on its own screen, and where such a link failed. */
import { useState } from 'react';
import { sendReset } from '#client/session/entry.ts';
import type { ResetFailure } from '#client/session/entry.ts';
import { useApp } from '#web/app-context.ts';
import { entry, fallbacks, reset, resetFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryForm, FormMessage } from '#web/ui/entry-card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCaptcha } from './captcha.tsx';
import { useOffers } from './use-offers.ts';

/** `onBack` leads back to sign-in. */
export function ResetForm({ onBack }: { readonly onBack: () => void }) {
  const offers = useOffers(true);
  const captcha = useCaptcha(offers.captcha);
  const request = useResetRequest();
  return (
    <EntryForm
      startsFocused
      onSubmit={async () => {
        await request.submit(captcha.token);
        captcha.reset();
      }}
    >
      <TextField
        label={entry.email}
        type="email"
        autoComplete="username"
        value={request.email}
        error={request.sentences.email}
        onChange={request.setEmail}
      />
      {captcha.box}
      <FormMessage text={request.sentences.form} isError />
      <FormMessage text={request.isSent ? reset.sent : null} />
      <Button look="primary" type="submit" isBusy={request.isBusy}>
        {reset.send}
      </Button>
      <Button look="link" onPress={onBack}>
        {reset.back}
      </Button>
    </EntryForm>
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
  const [isBusy, setBusy] = useState(false);
  return {
    email,
    sentences,
    isSent,
    isBusy,
    setEmail: (value: string): void => {
      setEmail(value);
      setSentences(NO_SENTENCES);
    },
    submit: async (captcha: string | undefined): Promise<void> => {
      if (isBusy) return;
      setSent(false);
      setBusy(true);
      const result = await sendReset(session.door, email, { captcha });
      setBusy(false);
      setSentences(result.ok ? NO_SENTENCES : resetSentences(result.failure));
      setSent(result.ok);
    },
  };
}

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
function resetSentences(failure: ResetFailure): Sentences {
  if (failure.type === 'refused') return { form: failure.message || fallbacks.sendReset, email: null };
  // Nobody is asked for a second step who asks for a mail.
  if (failure.type === 'code-needed') return { form: fallbacks.sendReset, email: null };
  const sentence = resetFailures[failure.type];
  const isAboutEmail = failure.type === 'missing-email' || failure.type === 'invalid-email';
  return isAboutEmail ? { form: null, email: sentence } : { form: sentence, email: null };
}
