/** The Reset Password screen (spec section 2). */
import { useState } from 'react';
import type { ResetFailure } from '#client/session/session.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConnectionStatus } from '#web/ui/connection-status.tsx';
import { EntryCard, FormMessage } from '#web/ui/entry-card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './reset-password-screen.module.css';

/** `onBack` leads back to sign-in. */
export function ResetPasswordScreen({ onBack }: { readonly onBack: () => void }) {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const [email, setEmail] = useState('');
  const [failure, setFailure] = useState<ResetFailure | null>(null);
  const [isSent, setSent] = useState(false);
  const { reset, entry } = messages;
  const submit = async (): Promise<void> => {
    setSent(false);
    const result = await session.sendReset(email);
    setFailure(result.ok ? null : result.failure);
    setSent(result.ok);
  };
  const sentence = failure === null ? null : resetSentence(failure);
  const isAboutEmail = failure?.type === 'missing-email' || failure?.type === 'invalid-email';
  return (
    <EntryCard
      title={reset.title}
      hint={reset.hint}
      offline={isOnline ? null : reset.offline}
      status={<ConnectionStatus isOnline={isOnline} />}
    >
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={entry.email}
          type="email"
          autoComplete="username"
          value={email}
          error={isAboutEmail ? sentence : null}
          onChange={(value) => {
            setEmail(value);
            setFailure(null);
          }}
        />
        <FormMessage text={isAboutEmail ? null : sentence} isError />
        <FormMessage text={isSent ? reset.sent : null} />
        <Button look="primary" type="submit">
          {reset.send}
        </Button>
        <Button look="link" onPress={onBack}>
          {reset.back}
        </Button>
      </form>
    </EntryCard>
  );
}

/** Backend messages are shown as received; one without words gets the spec's (section 8). */
function resetSentence(failure: ResetFailure): string {
  if (failure.type === 'refused') return failure.message || messages.failure.sendReset;
  if (failure.type === 'no-user') return messages.failure.sendReset;
  return messages.failure.reset[failure.type];
}
