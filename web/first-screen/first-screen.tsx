/** Takes over from the screen of the last start, and stores the screen for the next one (decision 50). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { listKey } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import type { Store } from '#client/store/store.ts';
import { useApp } from '#web/shopper/app-context.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { storeScreen } from './store-screen.ts';
import { applyTick, takeOver } from './take-over.ts';
import type { FirstScreenInput } from './take-over.ts';

export function FirstScreen() {
  useFirstScreenInput();
  useStoredScreen();
  return null;
}

function useFirstScreenInput(): void {
  const { loadFirstScreenStorage } = useApp();
  const { store, ref, openFailure } = useShopper();
  const isOnDevice = openFailure === null;
  const [input, setInput] = useState<FirstScreenInput | null>(null);
  // Before the first frame of the app, so that the shopper sees no change. React renders the state at once and runs the effects of the
  // whole app before that frame, so the rest of the input can be repeated before it, too.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setInput(takeOver(store, listKey(ref), isOnDevice)), [store, ref, isOnDevice]);
  useEffect(() => {
    if (input === null) return undefined;
    const { hasInput, ticked, isTickLeft, repeat } = input;
    // A later tick of the same item wins over those of a start that a crash ended before the app could apply them.
    const changed = new Set(ticked);
    const stop = store.onDiff(({ items }) => {
      for (const { id, after } of items) if (after.checked !== undefined) changed.add(id);
    });
    const take = async (): Promise<void> => {
      // The list on the device could not be read, so its ticks wait for the next start.
      if (!isOnDevice) return;
      const { remove, takeFirstScreenTicks } = await loadFirstScreenStorage();
      // The stored screen lacks what was applied before `useStoredScreen` watched for changes.
      if (hasInput) remove();
      await takeFirstScreenTicks(ref, async (ticks) => {
        for (const tick of ticks.filter(([id]) => !changed.has(id))) applyTick(store, tick);
        return areWritesOnDisk(store);
      });
    };
    const finish = async (): Promise<void> => {
      await repeat(controller.signal);
      if (isTickLeft && !controller.signal.aborted) await take();
    };
    const controller = new AbortController();
    // If this fails, the next start applies the ticks.
    if (!isTickLeft) take().catch(() => undefined);
    finish().catch(() => undefined);
    return () => {
      stop();
      controller.abort();
    };
  }, [input, store, ref, isOnDevice, loadFirstScreenStorage]);
}

/** A read waits for the writes before it, so if it succeeds, they have been stored or refused. */
async function areWritesOnDisk(store: Store): Promise<boolean> {
  const reading = { isDone: false };
  // Reported only by a read that succeeded.
  const stop = store.subscribe('incoming', () => {
    reading.isDone = true;
  });
  await store.loadIncoming();
  stop();
  return reading.isDone && store.storageFailure() === null;
}

function useStoredScreen(): void {
  const { loadFirstScreenStorage } = useApp();
  const { ref, openFailure } = useShopper();
  useEffect(() => {
    const screen = document.querySelector<HTMLElement>('#app > [data-shop]');
    // A list that is only in memory is not there at the next start.
    if (screen === null || openFailure !== null) return undefined;
    const start = async (): Promise<void> => {
      const { write, remove } = await loadFirstScreenStorage();
      if (signal.aborted) return;
      storeScreen(screen, {
        key: () => describeStart(ref),
        storage: {
          write(markup) {
            // After a reload, the browser would scroll to the end of the first screen, which is shorter than the list.
            history.scrollRestoration = 'manual';
            write(ref.userId, markup);
          },
          remove,
        },
        signal,
      });
    };
    const controller = new AbortController();
    const { signal } = controller;
    // If this fails, the next start waits for the app.
    start().catch(() => undefined);
    return () => controller.abort();
  }, [loadFirstScreenStorage, ref, openFailure]);
}

/** The build, the user, the list and the width, as show-first-screen.ts reads them. */
function describeStart({ userId, listId }: ListRef): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  return [script, userId, listId, window.innerWidth].join(' ');
}
