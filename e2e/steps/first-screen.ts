/** Steps to start the page with its first screen, before the app's scripts have run. */
import { expect, type Page } from '@playwright/test';
import { ROW } from '#web/ui/marks.ts';

/** Reloads the page without its app, so that only the first screen is there. @returns lets the app start */
export async function startWithoutApp(page: Page): Promise<() => Promise<void>> {
  const release = await reloadWithoutApp(page);
  return async () => {
    release();
    await expect(page.locator(`#app ${ROW}`).first()).toBeVisible();
  };
}

/** Reloads the page, and holds the app back. @returns lets the app start, without waiting for it */
export async function reloadWithoutApp(page: Page): Promise<() => void> {
  await untilStored(page);
  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator(`#first-screen ${ROW}`).first()).toBeVisible();
  return release;
}

/** Holds the app back. @returns lets it start */
export const holdApp = (page: Page): Promise<() => void> => holdScript(page, 'index');

/** Holds a script of the app back until it is released. The service worker has to request it again. @param name without its hash */
export async function holdScript(page: Page, name: string): Promise<() => void> {
  await page.evaluate(removeScript, name);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Runs in the page. */
async function removeScript(script: string): Promise<void> {
  const cacheName = (await caches.keys()).find((key) => key.startsWith('app ')) ?? '';
  const cache = await caches.open(cacheName);
  const scripts = (await cache.keys()).filter(({ url }) => url.includes(`/assets/${script}-`));
  await Promise.all(scripts.map((found) => cache.delete(found)));
}

declare global {
  var appWaits: Promise<void>;
}

/**
 * Runs in the page: sets `appWaits`, which resolves when the app is ready to replace the first screen and waits for its release. Steps
 * that depend on this moment run in the page too, because the app waits two seconds, and a test can be slower.
 */
export function watchWaiting(): void {
  const real: unknown = Reflect.get(MutationObserver.prototype, 'observe');
  window.appWaits = new Promise((resolve) => {
    MutationObserver.prototype.observe = function observe(...args) {
      if (args[1]?.attributeFilter?.includes('data-held') === true) resolve();
      (real as MutationObserver['observe']).apply(this, args);
    };
  });
}

/** The markup of the stored screen; undefined if there is none. */
export const readStored = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await caches.match('/first-screen'))?.text());

/** Waits until the service worker answers for this page, and the screen after the last change is stored. */
export async function untilStored(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The app stores it when nothing has changed for 1.5 s.
  await page.waitForTimeout(1600);
  // On a busy machine, it does so later, and an earlier screen may still be stored.
  await expect.poll(() => page.evaluate(hasStoredThisList)).toBe(true);
}

/** Runs in the page: whether the stored screen has the name and the counts of the list on the screen. */
async function hasStoredThisList(): Promise<boolean> {
  const stored = await (await caches.match('/first-screen'))?.text();
  if (stored === undefined) return false;
  const screen = new DOMParser().parseFromString(stored, 'text/html');
  return screen.querySelector('h1')?.textContent === document.querySelector('h1')?.textContent;
}
