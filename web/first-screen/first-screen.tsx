/** Takes over from the screen of the last start, and stores the screen for the next one (decision 50). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { listKey } from '#core/account/list-ref.ts';
import type { Store } from '#client/store/store.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { storeScreen } from './store-screen.ts';
import { applyTick, takeOverList } from './take-over.ts';

const NONE: ReadonlySet<string> = new Set();

export function FirstScreen() {
  const { loadFirstScreenStorage } = useApp();
  const { store, ref, openFailure } = useShownList();
  // A list that is only in memory is not there at the next start, and leaves stored ticks to it.
  const isOnDevice = openFailure === null;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE);
  useLayoutEffect(() => {
    const taken = takeOverList(store, listKey(ref), isOnDevice);
    // Before the first frame of the app, so that the shopper sees no change: React renders the state at once, and runs the effects of the
    // whole app before that frame. A start without ticks need not wait for them.
    // oxlint-disable-next-line react/set-state-in-effect
    if (taken.size > 0) setTicked(taken);
  }, [store, ref, isOnDevice]);
  useEffect(() => {
    if (!isOnDevice) return undefined;
    const controller = new AbortController();
    const changed = watchTicks(store, ticked, controller.signal);
    const start = async (): Promise<void> => {
      const storage = await loadFirstScreenStorage();
      if (controller.signal.aborted) return;
      // It lacks the ticks that were just applied.
      if (ticked.size > 0) storage.remove();
      storeScreen(ref, storage, controller.signal);
      await storage.takeFirstScreenTicks(ref, async (ticks) => {
        for (const tick of ticks.filter(([id]) => !changed.has(id))) applyTick(store, tick);
        return areWritesOnDisk(store);
      });
    };
    // If this fails, the next start applies the ticks, and waits for the app.
    start().catch(() => undefined);
    return () => controller.abort();
  }, [ticked, store, ref, isOnDevice, loadFirstScreenStorage]);
  return null;
}

/**
 * The items that have been ticked or unticked in this start: that wins over the ticks of a start that a crash ended before the app could
 * apply them.
 */
function watchTicks(store: Store, ticked: ReadonlySet<string>, signal: AbortSignal): ReadonlySet<string> {
  const changed = new Set(ticked);
  const stop = store.onDiff((diff) => {
    for (const { id, after } of rowDiffsOf(diff, 'items')) if (after.checked !== undefined) changed.add(id);
  });
  signal.addEventListener('abort', stop);
  return changed;
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
