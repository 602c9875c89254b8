/** The screens of a visitor who is not signed in. */
import { useState } from 'react';
import { ResetPasswordScreen } from './reset-password/reset-password-screen.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

/** Sign-in, or the reset of a password. */
export function SignedOut() {
  const [isResetting, setResetting] = useState(false);
  return isResetting ? (
    <ResetPasswordScreen onBack={() => setResetting(false)} />
  ) : (
    <SignInScreen onForgot={() => setResetting(true)} />
  );
}
