/** The browser's cache storage. */

/** Finds it; null where the browser has none, because it has caches only on https and localhost. */
export const findCaches = (): CacheStorage | null => ('caches' in globalThis ? caches : null);

/** The screen for the next start (device/first-screen.ts). The service worker reads it by the same names. */
export const FIRST_SCREEN = { cache: 'first-screen', key: '/first-screen' };
