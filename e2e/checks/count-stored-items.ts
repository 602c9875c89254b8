/** Reads the page's database, beside the app. */
import type { Page } from '@playwright/test';

/** The items in the page's database, on the screen or not. A write that has begun ends first. */
export const countStoredItems = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('checklist:'));
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => {
            const database = opening.result;
            const counting = database.transaction('groceryItems').objectStore('groceryItems').count();
            counting.addEventListener('success', () => {
              database.close();
              resolve(counting.result);
            });
          });
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
