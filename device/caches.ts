/** The browser's cache storage, and the service worker that writes the first screen to it. */
import type { StoredScreen, WorkerMessage } from '#client/ports/service-worker.ts';

/** Returns the cache storage; null except on https and localhost, because browsers have none elsewhere. */
export const findCaches = (): CacheStorage | null => ('caches' in globalThis ? caches : null);

/** The screen to store when a worker controls the page: on the first visit it is installed after the list is on screen. */
let waiting: StoredScreen | null = null;

/**
 * Asks the service worker to store the screen for the next start, or to remove it: a page that is being closed can still send a message, but
 * not write. Until a worker controls the page, the screen waits. A removal then goes to the active worker, because a forced reload leaves the
 * page without a controller.
 */
export function sendFirstScreen(firstScreen: StoredScreen | null): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  waiting = serviceWorker.controller ? null : firstScreen;
  if (serviceWorker.controller) send(serviceWorker.controller, firstScreen);
  else if (firstScreen === null) void serviceWorker.getRegistration().then((found) => send(found?.active, null));
  else serviceWorker.addEventListener('controllerchange', sendWaiting, { once: true });
}

const sendWaiting = (): void => {
  if (waiting !== null) sendFirstScreen(waiting);
};

const send = (worker: ServiceWorker | null | undefined, firstScreen: StoredScreen | null): void =>
  // A rule for windows. A worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker?.postMessage({ firstScreen } satisfies WorkerMessage);
