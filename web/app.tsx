/** The app: which screen the state calls for; there are no routes (spec section 2). */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useApp } from './app-context.ts';
import { SignedIn } from './signed-in.tsx';

/** A chunk of its own: who is signed in never downloads it. Without it there is no way in: its failure is told. */
const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }));

/** Signed out: sign-in or reset. Signed in: the list. */
export function App() {
  const { session } = useApp();
  const user = useSyncExternalStore(session.onChange, session.user);
  if (user !== null) return <SignedIn key={user.id} user={user} />;
  return (
    <Suspense>
      <SignedOut />
    </Suspense>
  );
}
