/** Asks for the link to choose a new password (spec section 2): on its own screen, and where such a link failed. */
import { useState } from 'react';
import { normalizeEmail } from '#core/account/credentials.ts';
import { sendReset } from '#client/session/entry.ts';
import type { ResetFailure } from '#client/session/entry.ts';
import { useApp } from '#web/app-context.ts';
import { entry, fallbacks, fieldFailures, reset, resetFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryForm, FormMessage } from '#web/ui/entry-card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCaptcha } from './captcha.tsx';
import { isInvalidEmail } from './is-invalid-email.ts';
import { useOffers } from './use-offers.ts';

type ResetFormProps = {
  /** What was typed before one came here. */
  readonly firstEmail?: string;
  /** The words of what leads away. */
  readonly back: string;
  readonly onBack: () => void;
};

export function ResetForm({ firstEmail = '', back, onBack }: ResetFormProps) {
  const { offers, askAgain } = useOffers(true);
  const captcha = useCaptcha(offers.captcha);
  const request = useResetRequest(firstEmail);
  return (
    <EntryForm
      startsFocused
      onSubmit={async () => {
        const failure = await request.submit(captcha.token);
        captcha.reset();
        if (failure?.type === 'captcha-needed') askAgain();
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
      <FormMessage text={request.sentTo === null ? null : `${reset.sent} ${reset.sentTo(request.sentTo)}`} />
      <Button look="primary" type="submit" isBusy={request.isBusy}>
        {reset.send}
      </Button>
      <Button look="link" onPress={onBack}>
        {back}
      </Button>
    </EntryForm>
  );
}

type Sentences = { readonly form: string | null; readonly email: string | null };

const NO_SENTENCES: Sentences = { form: null, email: null };

/** What was typed, what is wrong with it, and whether the mail is on its way. */
function useResetRequest(firstEmail: string) {
  const { session } = useApp();
  const [email, setEmail] = useState(firstEmail);
  const [sentences, setSentences] = useState(NO_SENTENCES);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    email,
    sentences,
    sentTo,
    isBusy,
    setEmail: (value: string): void => {
      setEmail(value);
      setSentences(NO_SENTENCES);
    },
    submit: async (captcha: string | undefined): Promise<ResetFailure | null> => {
      if (isBusy) return null;
      setSentTo(null);
      setBusy(true);
      const result = await sendReset(session.door, email, { captcha });
      setBusy(false);
      setSentences(result.ok ? NO_SENTENCES : resetSentences(result.failure));
      setSentTo(result.ok ? normalizeEmail(email) : null);
      return result.ok ? null : result.failure;
    },
  };
}

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
function resetSentences(failure: ResetFailure): Sentences {
  if (isInvalidEmail(failure)) return { form: null, email: fieldFailures['invalid-email'] };
  if (failure.type === 'refused') return { form: failure.message || fallbacks.sendReset, email: null };
  // Nobody is asked for a second step who asks for a mail.
  if (failure.type === 'code-needed') return { form: fallbacks.sendReset, email: null };
  const sentence = resetFailures[failure.type];
  const isAboutEmail = failure.type === 'missing-email' || failure.type === 'invalid-email';
  return isAboutEmail ? { form: null, email: sentence } : { form: sentence, email: null };
}
