/** What pages and the service worker exchange, and the storage of the screen that the worker shows first. */
import type { ListRef } from '#core/account/list-ref.ts';

/** The screen that the next start shows, and the path of the app's script, which names the build. */
export type StoredScreen = { readonly markup: string; readonly script: string };

/** What pages send: take over with the new version, or store the screen, or remove it. */
export type WorkerMessage = 'skipWaiting' | { readonly firstScreen: StoredScreen | null };

/** The empty place in the page for that screen. */
export const FIRST_SCREEN_PLACE = '<div id="first-screen" hidden></div>';

/** Where the service worker keeps a text that another app shared, until it is added or refused. */
export const SHARED_TEXT = { cache: 'shared-text', path: '/shared-text' } as const;

/** A tick that was made on that screen. */
export type FirstScreenTick = readonly [itemId: string, checked: boolean];

/** Storage of the screen that the next start shows before the app's scripts have run (decision 50). */
export type FirstScreenStorage = {
  /**
   * Stores the screen of a user's list, unless that user has signed out.
   * @param markup what the service worker inserts into the page
   */
  readonly write: (userId: string, markup: string) => void;
  /** Removes the stored screen, because the list has changed since. */
  readonly remove: () => void;
  /**
   * Reads the ticks that were made on the first screen. Does nothing if there are none, or if the disk cannot be read.
   * @param apply applies them; the ticks are removed if it returns true, when their result is on disk
   */
  readonly takeFirstScreenTicks: (
    list: ListRef,
    apply: (ticks: readonly FirstScreenTick[]) => Promise<boolean>,
  ) => Promise<void>;
};
