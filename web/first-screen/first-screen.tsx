/** Takes over from the screen of the last start, and stores the screen for the next one (decision 49). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '#web/shopper/app-context.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { storeScreen } from './store-screen.ts';
import { applyEarlyTicks, applyStoredTicks, takeOver } from './take-over.ts';

export function FirstScreen() {
  const { firstScreen, session } = useApp();
  const { store, user, ref, openFailure, loadEarlyTicks } = useShopper();
  const pressAgain = useRef<() => void>(null);
  const hasTicks = useRef(false);
  const isKept = openFailure === null;
  // Before the first frame of the app, so that the shopper sees no change.
  useLayoutEffect(() => {
    hasTicks.current = applyEarlyTicks(store);
    pressAgain.current = takeOver();
  }, [store]);
  useEffect(() => {
    const apply = async (): Promise<void> => applyStoredTicks(store, await loadEarlyTicks(), hasTicks.current);
    // Without the code, the next start applies them.
    apply().catch(() => undefined);
  }, [store, loadEarlyTicks]);
  useEffect(() => afterFrame(() => pressAgain.current?.()), []);
  useEffect(() => {
    const screen = document.querySelector<HTMLElement>('#app > [data-shop]');
    return screen === null
      ? undefined
      : storeScreen(screen, {
          // Not a list in memory, nor one that remains on screen for a moment after a sign-out in another tab.
          write: (...parts) => isKept && session.user()?.id === user.id && firstScreen.write(ref, ...parts),
          remove: firstScreen.remove,
        });
  }, [firstScreen, session, user, ref, isKept]);
  return null;
}
