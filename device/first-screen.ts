/** The screen for the next start, in the cache storage, and the ticks that were made on it (decision 50). */
import type { FirstScreenStorage } from '#client/ports/first-screen.ts';
import { FIRST_SCREEN, findCaches } from './caches.ts';
import { takeEarlyTicks } from './database/early-ticks.ts';
import { createUserStorage } from './local-storage/local-storage.ts';

export const firstScreenStorage: FirstScreenStorage = { write, remove, takeEarlyTicks };

async function write(userId: string, markup: string): Promise<void> {
  const isSignedIn = (): boolean => createUserStorage().read()?.id === userId;
  // After a sign-out in another tab, this tab still shows the list for a moment.
  if (!isSignedIn()) return;
  const cache = await findCaches()?.open(FIRST_SCREEN.cache);
  await cache?.put(FIRST_SCREEN.key, new Response(markup, { headers: { script: findScript() } }));
  if (!isSignedIn()) await remove();
}

async function remove(): Promise<void> {
  await findCaches()?.delete(FIRST_SCREEN.cache);
}

/** The path of the app's script, which names the build. */
const findScript = (): string =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? location.href).pathname;
