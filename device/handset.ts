/** The handset port: vibration, wake lock, files. */
import type { Handset } from '#client/ports/handset.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';

/** A tick is felt, not heard. */
const TICK_VIBRATION_MS = 8;
/** The browser has read the file by then. */
const FORGET_FILE_MS = 60_000;

export function createHandset(): Handset {
  const wakeLock = createWakeLock();
  return {
    vibrate() {
      if ('vibrate' in navigator) navigator.vibrate(TICK_VIBRATION_MS);
    },
    keepAwake: wakeLock.set,
    canKeepAwake: 'wakeLock' in navigator,
    // A desktop browser knows the word, too, and does nothing.
    canVibrate: 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches,
    saveFile(name, text) {
      const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), FORGET_FILE_MS);
    },
  };
}

/** The browser lets the screen go when the page is hidden; it is asked again when the page is back. */
function createWakeLock(): { readonly set: (isWanted: boolean) => void } {
  let isWanted = false;
  let held: WakeLockSentinel | null = null;
  // One at a time: a lock that is asked for twice, or no longer wanted when it comes, would never be let go.
  const update = createSingleFlight(async () => {
    if (!('wakeLock' in navigator)) return;
    if (!isWanted) {
      await held?.release();
      held = null;
      return;
    }
    if (document.visibilityState !== 'visible' || held?.released === false) return;
    // A browser low on battery refuses; the shop goes on without.
    held = await navigator.wakeLock.request('screen').catch(() => null);
  });
  document.addEventListener('visibilitychange', () => void update());
  return {
    set(next) {
      isWanted = next;
      void update();
    },
  };
}
