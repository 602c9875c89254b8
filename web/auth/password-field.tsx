/** A password field with a button that shows the password. */
import { useState } from 'react';
import { PASSWORD_MIN_LENGTH, PASSWORD_RULES } from '#core/account/credentials.ts';
import { messages } from '#web/messages/messages.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';

const RULES = { minLength: PASSWORD_MIN_LENGTH, passwordrules: PASSWORD_RULES };

type PasswordFieldProps = {
  readonly label?: string;
  /** Whether the user chooses a new password. */
  readonly isNew: boolean;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
};

export function PasswordField({
  label = messages.signInForm.password,
  isNew,
  value,
  error,
  onChange,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      // The rule is there before anyone fails (product A8).
      hint={isNew ? messages.signInForm.passwordRule : null}
      type="password"
      {...(isNew ? { rules: RULES } : {})}
      isReadable={isShown}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      error={error}
      onChange={onChange}
    >
      <IconButton
        icon={toolIcons.eye}
        name={isShown ? messages.signInForm.hidePassword : messages.signInForm.showPassword}
        onPress={() => setShown(!isShown)}
      />
    </TextField>
  );
}
