/** The app for a visitor who is not signed in. Takes over from the sign-in card of the page (decision 51). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { takeOverCard } from './first-screen/take-over.ts';
import { SignedOut } from './sign-in/signed-out.tsx';
import type { SignedOutProps } from './sign-in/signed-out.tsx';
import { afterFrame } from './ui/after-frame.ts';

export { untilReleased } from './first-screen/take-over.ts';

export function SignedOutApp(props: SignedOutProps) {
  const repeat = useRef<ReturnType<typeof takeOverCard>>(null);
  // Before the first frame of the app, so that the visitor sees no change.
  useLayoutEffect(() => {
    repeat.current = takeOverCard();
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    const stop = afterFrame(() => void repeat.current?.(controller.signal));
    return () => {
      stop();
      controller.abort();
    };
  }, []);
  return <SignedOut {...props} />;
}
