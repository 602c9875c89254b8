/** The device features port: vibration, wake lock, files. */
import type { DeviceFeatures, Installer } from '#client/ports/device-features.ts';
import { SHARED_TEXT } from '#client/ports/service-worker.ts';
import { findCaches } from '#device/caches.ts';
import { createSingleFlight } from '#core/single-flight.ts';
import { createListeners } from '#core/listeners.ts';

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
    hasSharedText: async () => (await findCaches()?.has(SHARED_TEXT.cache)) ?? false,
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

/** Chromium's event, which the DOM types lack. */
type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> };

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** Creates the port. Call it before the page has loaded, because the browser offers its prompt once. */
export function createInstaller(): Installer {
  let offered: InstallPromptEvent | null = null;
  let isInstalled = matchMedia('(display-mode: standalone)').matches;
  const listeners = createListeners();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = isInstallPrompt(event) ? event : null;
    listeners.notify();
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    offered = null;
    listeners.notify();
  });
  return {
    way() {
      if (isInstalled) return 'installed';
      return offered ? 'prompt' : 'steps';
    },
    isApple: /iPad|iPhone|iPod/.test(navigator.userAgent) || isDesktopPad(),
    prompt() {
      void offered?.prompt();
      // A prompt can be used once.
      offered = null;
      listeners.notify();
    },
    onChange: listeners.add,
  };
}

/** iPads report that they are Macs; Macs have no touch screen. */
const isDesktopPad = (): boolean => navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
