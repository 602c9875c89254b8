/** The screens of a visitor who is not signed in. They take over from the sign-in card of the page (decision 51). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { takeOverCard } from './first-screen/take-over.ts';
import { useApp } from './shown-list/app-context.ts';
import { signUpRequest, usePendingInvitation } from './shown-list/use-pending-invitation.ts';
import type { AuthCallbackPageProps } from './sign-in/callback/auth-callback-screen.tsx';
import { InvitedScreen, SignInScreen } from './sign-in/screen/sign-in-screen.tsx';
import { ResetPasswordScreen } from './sign-in/steps/reset-password.tsx';
import { afterFrame } from './ui/after-frame.ts';
import { Toasts } from './ui/toasts/toasts.tsx';
import { useChunk } from './ui/use-chunk.ts';

export { untilReleased } from './first-screen/take-over.ts';

const loadAuthCallback = () => import('./sign-in/callback/auth-callback-screen.tsx');

export type SignedOutProps = {
  /** The URL parameters of an auth callback; null for none. */
  readonly callback: string | null;
  readonly onCompleted: () => void;
};

/** Shows the result of an auth callback, sign-in, or the password reset. */
export function SignedOut({ callback, onCompleted }: SignedOutProps) {
  // Before the first frame of the app, so that the visitor sees no change. The presses follow when the form can be pressed.
  useLayoutEffect(() => {
    const repeatPresses = takeOverCard();
    return afterFrame(() => void repeatPresses());
  }, []);
  const [typed, setTyped] = useState<string | null>(null);
  const [isReturning, setReturning] = useState(() => callback !== null || comesFromList());
  const isInvited = useApp().start.type === 'invitation';
  const { isOpen } = usePendingInvitation();
  const [firstMode, setFirstMode] = useState<'sign-in' | 'sign-up' | null>(() => {
    if (signUpRequest.isSet()) return 'sign-up';
    return comesFromList() && !isInvited ? 'sign-in' : null;
  });
  useEffect(() => {
    signUpRequest.clear();
    // Remove the greeting of web/index.html, so that it does not reappear while a list opens.
    document.querySelector('.greeting')?.remove();
  }, []);
  if (callback !== null) return <LazyAuthCallback address={callback} onDone={onCompleted} />;
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
  return arrived && <arrived.AuthResult {...props} />;
}

/** Whether the user pressed anything on this page before, so that this is not its first screen. */
const comesFromList = (): boolean => 'userActivation' in navigator && navigator.userActivation.hasBeenActive;
