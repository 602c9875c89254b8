/** The app: chooses the screen from the state, without routes (spec section 2). */
import { useState, useSyncExternalStore } from 'react';
import { useApp } from './shopper/app-context.ts';
import { SignedIn } from './signed-in.tsx';
import type { SignedOutProps } from './sign-in/signed-out.tsx';
import { useChunk } from './ui/use-chunk.ts';

const loadSignedOut = async () => {
  const { SignedOutApp, untilReleased } = await import('./signed-out-app.tsx');
  await untilReleased();
  return { SignedOutApp };
};

/** Shows the list to signed-in users. Otherwise shows sign-in, password reset, or the result of an auth callback. */
export function App() {
  const { session, authCallback } = useApp();
  const user = useSyncExternalStore(session.onChange, session.user);
  const [address, setAddress] = useState(authCallback);
  if (user !== null && address === null) return <SignedIn key={user.id} user={user} />;
  return <SignedOutScreen address={address} onCompleted={() => setAddress(null)} />;
}

/** Signed-in users never download it. It is required for sign-in, so a failed download is shown. */
function SignedOutScreen(props: SignedOutProps) {
  const signedOut = useChunk(loadSignedOut, 'throw');
  return signedOut && <signedOut.SignedOutApp {...props} />;
}
