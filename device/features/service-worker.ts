/** The updates port: registers the service worker and offers the new version it brings (product D6). */
import type { Updates } from '#client/ports/device-features.ts';
import type { WorkerMessage } from '#client/ports/service-worker.ts';
import { createListeners } from '#core/listeners.ts';

/**
 * Registers sw.js, whose scope is the folder of the page. A new version waits until `apply`; then every open tab reloads once
 * (start.ts).
 */
export function createUpdates(): Updates {
  let waiting: ServiceWorker | null = null;
  const listeners = createListeners();
  if ('serviceWorker' in navigator) {
    void watchRegistration(navigator.serviceWorker, (worker) => {
      waiting = worker;
      listeners.notify();
    });
  }
  return {
    isWaiting: () => waiting !== null,
    // Messages to a worker have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    apply: () => waiting?.postMessage('skipWaiting' satisfies WorkerMessage),
    onChange: listeners.add,
  };
}

async function watchRegistration(
  container: ServiceWorkerContainer,
  onWaiting: (worker: ServiceWorker) => void,
): Promise<void> {
  // Private windows and strict settings refuse service workers. The app then needs the network to start.
  const registration = await container.register('./sw.js', { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  if (registration.waiting && container.controller) onWaiting(registration.waiting);
  const watchInstalling = (): void => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller) onWaiting(worker);
    });
  };
  // The browser checks for a new version when the page opens, so one may be installing already.
  watchInstalling();
  registration.addEventListener('updatefound', watchInstalling);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
  });
}
