/** Takes over from the screen of the last start, and stores the screen for the next one (decision 49). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApp } from '#web/shopper/app-context.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { afterFrame } from '#web/ui/after-frame.ts';
import { storeScreen } from './store-screen.ts';
import { applyEarlyTicks, applyTick, takeOver } from './take-over.ts';

export function FirstScreen() {
  useEarlyInput();
  useStoredScreen();
  return null;
}

function useEarlyInput(): void {
  const { loadFirstScreenStorage } = useApp();
  const { store, ref } = useShopper();
  const hasTicks = useRef(false);
  const pressAgain = useRef<() => void>(null);
  // Before the first frame of the app, so that the shopper sees no change.
  useLayoutEffect(() => {
    hasTicks.current = applyEarlyTicks(store);
    pressAgain.current = takeOver();
  }, [store]);
  useEffect(() => afterFrame(() => pressAgain.current?.()), []);
  // The ticks of a start that a crash ended before the app could apply them.
  useEffect(() => {
    const take = async (): Promise<void> => {
      const { takeEarlyTicks } = await loadFirstScreenStorage();
      await takeEarlyTicks(ref, (ticks) => {
        if (!hasTicks.current) for (const tick of ticks) applyTick(store, tick);
      });
    };
    // The next start applies them.
    take().catch(() => undefined);
  }, [store, ref, loadFirstScreenStorage]);
}

function useStoredScreen(): void {
  const { loadFirstScreenStorage, session } = useApp();
  const { user, ref, openFailure } = useShopper();
  useEffect(() => {
    const screen = document.querySelector<HTMLElement>('#app > [data-shop]');
    // A list that is only in memory is not there at the next start.
    if (screen === null || openFailure !== null) return undefined;
    const start = async (): Promise<void> => {
      const { write, remove } = await loadFirstScreenStorage();
      if (signal.aborted) return;
      storeScreen(screen, signal, {
        // After a sign-out in another tab, the list remains on screen for a moment.
        write: (...parts) => session.user()?.id === user.id && write(ref, ...parts),
        remove,
      });
    };
    const controller = new AbortController();
    const { signal } = controller;
    // Without the code, the next start waits for the app.
    start().catch(() => undefined);
    return () => controller.abort();
  }, [loadFirstScreenStorage, session, user, ref, openFailure]);
}
