/** The device features port: vibration, wake lock, files. */
import type { DeviceFeatures } from '#client/ports/device-features.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';

/** Short enough to be felt without a sound. */
const TICK_VIBRATION_MS = 8;
/** Time after which the browser has read the file. */
const FORGET_FILE_MS = 60_000;

export function createDeviceFeatures(): DeviceFeatures {
  const wakeLock = createWakeLock();
  return {
    vibrate() {
      if ('vibrate' in navigator) navigator.vibrate(TICK_VIBRATION_MS);
    },
    keepAwake: wakeLock.set,
    canKeepAwake: 'wakeLock' in navigator,
    // Desktop browsers also have the function, but it does nothing.
    canVibrate: 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches,
    saveFile(name, text) {
      const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), FORGET_FILE_MS);
    },
    // The cache of sharing.ts.
    hasSharedText: async () => caches.has('shared-text'),
    loadSharing: async () => (await import('./sharing.ts')).sharing,
  };
}

/** Requests the lock again when the page becomes visible, because the browser releases it when the page is hidden. */
function createWakeLock(): { readonly set: (isWanted: boolean) => void } {
  let isWanted = false;
  let held: WakeLockSentinel | null = null;
  // One request at a time, so that no lock is requested twice or kept after it is no longer wanted.
  const update = createSingleFlight(async () => {
    if (!('wakeLock' in navigator)) return;
    if (!isWanted) {
      await held?.release();
      held = null;
      return;
    }
    if (document.visibilityState !== 'visible' || held?.released === false) return;
    // Browsers refuse on low battery.
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
