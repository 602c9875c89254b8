/** Reads the list from the screen. */
import type { Page } from '@playwright/test';
import { ROW, TICK } from '#web/ui/marks.ts';

/** Every category with its count, and every item with its tick, in the order of the page. */
export const readScreen = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    ([rows, tick]) =>
      Array.from(document.querySelectorAll(`h1, h2 > button, ${rows} > label`), (row) => {
        const box = row.querySelector<HTMLInputElement>(tick);
        const mark = box === null ? (row.getAttribute('aria-expanded') ?? '') : box.checked ? 'x' : '-';
        return `${mark} ${row.textContent.trim()}`;
      }),
    [ROW, TICK] as const,
  );
