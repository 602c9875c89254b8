/** The screens of a visitor who is not signed in. */
import { useEffect, useState } from 'react';
import type { AuthCallbackPageProps } from './callback/auth-callback-screen.tsx';
import { ResetPasswordScreen } from './steps/reset-password.tsx';
import { consumeSignUpRequest } from '#web/shopper/sign-up-request.ts';
import { InvitedScreen } from './screen/invited-screen.tsx';
import { SignInScreen } from './screen/sign-in-screen.tsx';
import { usePendingInvitation } from '#web/shopper/use-pending-invitation.ts';
import { useApp } from '#web/shopper/app-context.ts';
import { Toasts } from '#web/ui/toasts/toasts.tsx';
import { useChunk } from '#web/ui/use-chunk.ts';

const loadAuthCallback = () => import('./callback/auth-callback-screen.tsx');

export type SignedOutProps = {
  /** The URL parameters of an auth callback; null for none. */
  readonly address: string | null;
  readonly onCompleted: () => void;
};

/** Shows the result of an auth callback, sign-in, or the password reset. */
export function SignedOut({ address, onCompleted }: SignedOutProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isReturning, setReturning] = useState(() => address !== null || comesFromList());
  const { isInvited } = useApp();
  const { isOpen } = usePendingInvitation();
  const [firstMode, setFirstMode] = useState<'sign-in' | 'sign-up' | null>(() => {
    if (consumeSignUpRequest()) return 'sign-up';
    return comesFromList() && !isInvited ? 'sign-in' : null;
  });
  useEffect(() => {
    // Remove the greeting of web/index.html, so that it does not reappear while a list opens.
    document.querySelector('.greeting')?.remove();
  }, []);
  if (address !== null) return <LazyAuthCallback address={address} onDone={onCompleted} />;
  const choose = (mode: 'sign-in' | 'sign-up'): void => {
    setReturning(true);
    setFirstMode(mode);
  };
  // After a reload, the URL does not contain the invitation anymore.
  if (firstMode === null && (isOpen ?? isInvited)) return <InvitedScreen onChoose={choose} />;
  const forget = (email: string): void => {
    setReturning(true);
    setTyped(email);
  };
  return (
    <>
      {typed === null ? (
        <SignInScreen firstMode={firstMode ?? 'sign-in'} startsFocused={isReturning} onForgot={forget} />
      ) : (
        <ResetPasswordScreen firstEmail={typed} onBack={() => setTyped(null)} />
      )}
      {/* Confirms that an account was deleted. */}
      <Toasts />
    </>
  );
}

/** Few visitors open a link, so it is a separate chunk. */
function LazyAuthCallback(props: AuthCallbackPageProps) {
  const arrived = useChunk(loadAuthCallback, 'throw');
  return arrived && <arrived.AuthOutcome {...props} />;
}

/** Whether the user pressed anything on this page before, so that this is not its first screen. */
const comesFromList = (): boolean => 'userActivation' in navigator && navigator.userActivation.hasBeenActive;
