/** The app for a visitor who is not signed in. Takes over from the sign-in card of the page (decision 51). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { takeOverCard } from './first-screen/take-over.ts';
import { SignedOut } from './sign-in/signed-out.tsx';
import type { SignedOutProps } from './sign-in/signed-out.tsx';
import { afterFrame } from './ui/after-frame.ts';

export { untilReleased } from './first-screen/take-over.ts';

export function SignedOutApp(props: SignedOutProps) {
  const repeatPresses = useRef<() => Promise<void>>(null);
  // Before the first frame of the app, so that the visitor sees no change.
  useLayoutEffect(() => {
    repeatPresses.current = takeOverCard();
  }, []);
  useEffect(() => afterFrame(() => void repeatPresses.current?.()), []);
  return <SignedOut {...props} />;
}
