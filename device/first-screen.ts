/** The screen for the next start, which the service worker stores, and the ticks that were made on it (decision 50). */
import type { FirstScreenStorage } from '#client/ports/first-screen.ts';
import { sendFirstScreen } from './caches.ts';
import { takeFirstScreenTicks } from './database/first-screen-ticks.ts';
import { createUserStorage } from './local-storage/local-storage.ts';

export const firstScreenStorage: FirstScreenStorage = {
  write(userId, markup) {
    // After a sign-out in another tab, this tab still shows the list for a moment.
    if (createUserStorage().read()?.id === userId) sendFirstScreen({ markup, script: findScript() });
  },
  remove: () => sendFirstScreen(null),
  takeFirstScreenTicks,
};

const findScript = (): string =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? location.href).pathname;
