/** The app: which screen the state calls for; there are no routes (spec section 2). */
import { useState, useSyncExternalStore } from 'react';
import { useApp } from './app-context.ts';
import { ResetPasswordScreen } from './reset-password/reset-password-screen.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';
import { SignedIn } from './signed-in.tsx';

/** Signed out: sign-in or reset. Signed in: the list. */
export function App() {
  const { session } = useApp();
  const user = useSyncExternalStore(session.onChange, session.user);
  const [isResetting, setResetting] = useState(false);
  if (user !== null) return <SignedIn key={user.id} user={user} />;
  return isResetting ? (
    <ResetPasswordScreen onBack={() => setResetting(false)} />
  ) : (
    <SignInScreen onForgot={() => setResetting(true)} />
  );
}
