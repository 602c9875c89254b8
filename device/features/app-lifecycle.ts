/** Startup tasks of a page: reload after an update, persistent storage, and the delay for work that can wait. */

/**
 * Reloads every open tab once when a new version of the app takes over (product D6). Call this at startup: after a missed
 * takeover, the old page can no longer load its files.
 */
export function reloadOnTakeover(): void {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  let hasController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is already up to date.
    const isFirst = !hasController;
    hasController = true;
    if (isFirst || isReloading) return;
    isReloading = true;
    location.reload();
  });
}

/**
 * Requests persistent storage, so that the browser does not clear the list when disk space is low. Call this after the first
 * edit, because browsers grant it to apps that are in use.
 */
export function askToPersist(): void {
  if ('storage' in navigator && 'persist' in navigator.storage) void navigator.storage.persist().catch(() => false);
}

/** Delay in milliseconds before work that can wait, so that it does not slow down the first display of the list. */
export const QUIET_START_MS = 300;
