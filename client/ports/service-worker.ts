/** The messages and the stored values that pages and the service worker exchange. */

/** The screen that the next start shows, and the path of the app's script, which names the build. */
export type StoredScreen = { readonly markup: string; readonly script: string };

/** What pages send: take over with the new version, or store the screen, or remove it. */
export type WorkerMessage = 'skipWaiting' | { readonly firstScreen: StoredScreen | null };

/** The empty place in the page for that screen. */
export const FIRST_SCREEN_PLACE = '<div id="first-screen" hidden></div>';

/** Where the service worker keeps a text that another app shared, until it is added or refused. */
export const SHARED_TEXT = { cache: 'shared-text', path: '/shared-text' } as const;
