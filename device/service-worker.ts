/** The updates port: registers the service worker and offers the new version it brings (product D6). */
import type { Updates } from '#client/ports/handset.ts';
import { createListeners } from './listeners.ts';

/** Registers /sw.js. A new version waits until `apply`; then every open tab reloads once. */
export function createUpdates(): Updates {
  let waiting: ServiceWorker | null = null;
  const listeners = createListeners();
  if ('serviceWorker' in navigator) {
    reloadOnTakeover(navigator.serviceWorker);
    void watchRegistration(navigator.serviceWorker, (worker) => {
      waiting = worker;
      listeners.notify();
    });
  }
  return {
    isWaiting: () => waiting !== null,
    // A worker is one place and has no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    apply: () => waiting?.postMessage('skipWaiting'),
    onChange: listeners.add,
  };
}

function reloadOnTakeover(container: ServiceWorkerContainer): void {
  // The first worker ever takes over a page that is already the newest: no reload.
  const hadController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    if (!hadController || isReloading) return;
    isReloading = true;
    location.reload();
  });
}

async function watchRegistration(
  container: ServiceWorkerContainer,
  onWaiting: (worker: ServiceWorker) => void,
): Promise<void> {
  // Private windows and strict settings refuse workers: the app then needs the network to start, nothing else.
  const registration = await container.register('/sw.js', { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  if (registration.waiting && container.controller) onWaiting(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller) onWaiting(worker);
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
  });
}
