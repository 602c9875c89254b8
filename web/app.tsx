/** The app: which screen the state calls for; there are no routes (spec section 2). */
import { useState, useSyncExternalStore } from 'react';
import { useApp } from './app-context.ts';
import { SignedIn } from './signed-in.tsx';
import { later } from './ui/later.tsx';

/** A chunk of its own: who is signed in never downloads it. Without it there is no way in: its failure is told. */
const SignedOut = later(async () => (await import('./signed-out.tsx')).SignedOut, true);

/** Signed out: sign-in or reset; or, for whoever comes by a link, what came of it. Signed in: the list. */
export function App() {
  const { session, arrival } = useApp();
  const user = useSyncExternalStore(session.onChange, session.user);
  const [address, setAddress] = useState(arrival);
  if (user !== null && address === null) return <SignedIn key={user.id} user={user} />;
  return <SignedOut address={address} onArrived={() => setAddress(null)} />;
}
