/** The form for a new password after a recovery link, with the rules of sign-up (product A2). */
import { useState } from 'react';
import { newPasswordFailure } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { accountError } from '#web/sign-in/steps/sign-in-errors.ts';
import { callAccounts } from '#web/sign-in/steps/call-accounts.ts';
import { PasswordField } from '#web/auth/password-field.tsx';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SignedOutForm, FormMessage } from '#web/sign-in/steps/signed-out-card.tsx';

export function NewPasswordForm({ onSet }: { readonly onSet: (user: User) => void }) {
  const { session } = useApp();
  const [password, setPassword] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const failure = newPasswordFailure(password);
    setFieldError(failure === null ? null : messages.fieldFailures[failure]);
    setError(null);
    if (failure !== null) return;
    setBusy(true);
    const result = await callAccounts(session.signInAccess, (accounts) => accounts.chooseNewPassword(password));
    setBusy(false);
    if (result.ok) onSet(result.value);
    else {
      const show = result.failure.type === 'weak-password' ? setFieldError : setError;
      show(accountError(result.failure, messages.fallbacks.newPassword, messages.underWayFailures));
    }
  };
  return (
    <SignedOutForm startsFocused onSubmit={submit}>
      <PasswordField
        label={messages.signInForm.newPassword}
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
        {messages.authCallback.setPassword}
      </Button>
    </SignedOutForm>
  );
}
