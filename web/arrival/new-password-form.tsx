/** After a recovery link: the new password, by the rule of sign-up (product A2). */
import { useState } from 'react';
import { newPasswordFailure } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { useApp } from '#web/app-context.ts';
import { accountSentence } from '#web/entry/account-sentence.ts';
import { askAccounts } from '#web/entry/ask-accounts.ts';
import { PasswordField } from '#web/entry/password-field.tsx';
import { arrival as words } from '#web/messages/en/arrival.ts';
import { entry, fallbacks, fieldFailures, underWayFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryForm, FormMessage } from '#web/ui/entry-card.tsx';

export function NewPasswordForm({ onSet }: { readonly onSet: (user: User) => void }) {
  const { session } = useApp();
  const [password, setPassword] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const failure = newPasswordFailure(password);
    setFieldError(failure === null ? null : fieldFailures[failure]);
    setError(null);
    if (failure !== null) return;
    setBusy(true);
    const told = await askAccounts(session.door, (accounts) => accounts.chooseNewPassword(password));
    setBusy(false);
    if (told.ok) onSet(told.value);
    else setError(accountSentence(told.failure, fallbacks.newPassword, underWayFailures));
  };
  return (
    <EntryForm startsFocused onSubmit={submit}>
      <PasswordField
        label={entry.newPassword}
        isNew
        value={password}
        error={fieldError}
        onChange={(value) => {
          setPassword(value);
          setFieldError(null);
        }}
      />
      <FormMessage text={error} isError />
      <Button look="primary" type="submit" isBusy={isBusy}>
        {words.setPassword}
      </Button>
    </EntryForm>
  );
}
