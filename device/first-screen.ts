/** The screen for the next start, on local storage, and the ticks that were made on it. web/first-screen/show-first-screen.ts reads it with the same keys. */
import type { FirstScreenStorage } from '#client/ports/first-screen.ts';
import { takeEarlyTicks } from './database/early-ticks.ts';
import { createUserStorage, FIRST_SCREEN_KEY, removeValue, writeValue } from './local-storage/local-storage.ts';

export const firstScreenStorage: FirstScreenStorage = {
  write({ userId, listId }, screen, sheets) {
    // After a sign-out in another tab, this one shows the list for a moment.
    if (createUserStorage().read()?.id !== userId) return;
    const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
    const key = [script, userId, listId, window.innerWidth].join(' ');
    const style = document.documentElement.style.cssText;
    writeValue(FIRST_SCREEN_KEY, JSON.stringify({ key, sheets, style, screen }));
  },
  remove: () => removeValue(FIRST_SCREEN_KEY),
  takeEarlyTicks,
};
