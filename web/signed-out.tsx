/** The screens of a visitor who is not signed in. */
import { useEffect, useState } from 'react';
import { ResetPasswordScreen } from './reset-password/reset-password-screen.tsx';
import { takeSignUpWish } from './shopper/sign-up-wish.ts';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';
import { later } from './ui/later.tsx';
import { Toasts } from './ui/toasts.tsx';

/** Hardly anybody comes by a link. */
const Arrived = later(async () => (await import('./arrived.tsx')).Arrived, true);

type SignedOutProps = {
  /** The parameters of the address, where somebody comes by a link; else null. */
  readonly address: string | null;
  readonly onArrived: () => void;
};

/** What came of a link; else sign-in, or the reset of a password. */
export function SignedOut({ address, onArrived }: SignedOutProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isReturning, setReturning] = useState(() => address !== null || comesFromList());
  const [firstMode] = useState<'sign-in' | 'sign-up'>(() => (takeSignUpWish() ? 'sign-up' : 'sign-in'));
  useEffect(() => {
    // Said once: it must not come back while a list is opened (web/index.html).
    document.querySelector('.greeting')?.remove();
  }, []);
  if (address !== null) return <Arrived address={address} onDone={onArrived} />;
  const forget = (email: string): void => {
    setReturning(true);
    setTyped(email);
  };
  return (
    <>
      {typed === null ? (
        <SignInScreen firstMode={firstMode} startsFocused={isReturning} onForgot={forget} />
      ) : (
        <ResetPasswordScreen firstEmail={typed} onBack={() => setTyped(null)} />
      )}
      {/* Whoever just deleted an account is told here. */}
      <Toasts />
    </>
  );
}

/** Whether something on this page was pressed before: then this is not its first screen. */
const comesFromList = (): boolean => 'userActivation' in navigator && navigator.userActivation.hasBeenActive;
