/** The browser's cache storage. */

/** Returns the cache storage; null except on https and localhost, because browsers have none elsewhere. */
export const findCaches = (): CacheStorage | null => ('caches' in globalThis ? caches : null);

/** The screen for the next start (device/first-screen.ts). The service worker reads it by the same names. */
export const FIRST_SCREEN = { cache: 'first-screen', key: '/first-screen' };
