/** The form for a new password after a recovery link, with the rules of sign-up (product A2). */
import { useState } from 'react';
import { newPasswordFailure } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { useApp } from '#web/shopper/app-context.ts';
import { accountError } from '#web/sign-in/steps/sign-in-errors.ts';
import { callAccounts } from '#web/sign-in/steps/call-accounts.ts';
import { PasswordField } from '#web/auth/password-field.tsx';
import { authCallback as words } from '#web/messages/en/auth-callback.ts';
import { signInForm, fallbacks, fieldFailures, underWayFailures } from '#web/messages/en/sign-in.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EntryForm, FormMessage } from '#web/sign-in/steps/entry-card.tsx';

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
    const result = await callAccounts(session.signInAccess, (accounts) => accounts.chooseNewPassword(password));
    setBusy(false);
    if (result.ok) onSet(result.value);
    else {
      const show = result.failure.type === 'weak-password' ? setFieldError : setError;
      show(accountError(result.failure, fallbacks.newPassword, underWayFailures));
    }
  };
  return (
    <EntryForm startsFocused onSubmit={submit}>
      <PasswordField
        label={signInForm.newPassword}
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
