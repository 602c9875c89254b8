/** Opens our list and the reference in a browser with a given number of items. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { longListFile } from '#bench/long-list-file.ts';
import type { MeasuredPage, Selectors } from './measure-action.ts';
import { TICK } from '#web/ui/marks.ts';

/** The browser, and the addresses of both programs. */
export type BenchSetup = { readonly browser: Browser; readonly ours: string; readonly reference: string };

/** A phone without animations, because the reference has none. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

/** CPU slowdown that simulates a mid-range phone. */
export const SLOWDOWN = 4;

const REMOVE = 'button[aria-label^="Delete "]';

export const OURS: Selectors = {
  box: TICK,
  remove: REMOVE,
  field: 'form input[role=combobox]',
  undo: 'button[aria-label="Undo"]',
};

export const ONE_FILE: Selectors = { box: '.row input', remove: REMOVE, field: 'form input', undo: '#undo' };

/** The size of the undo history, so that the import is no longer in it, as in a list that grew item by item. */
const STEPS = 50;

/** Imports a list into the demo account and reloads the page. If the list has stores, chooses one. */
export async function openOurs(
  context: BrowserContext,
  address: string,
  { items, stores = 0 }: { readonly items: number; readonly stores?: number | undefined },
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByRole('button', { name: 'Open demo', exact: true }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  const file = { name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(longListFile(items, stores)) };
  await page.getByLabel('Import a file', { exact: true }).last().setInputFiles(file);
  await page.getByRole('heading', { level: 1, name: `(0/${items} items)` }).waitFor();
  if (items > 0) await page.locator(OURS.box).first().evaluate(clickOften, STEPS);
  // The demo compacts its outbox two seconds after the last action. Waits until this is done.
  while (await page.evaluate(countWaiting)) await wait(500);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: `(0/${items} items)` }).waitFor();
  await page.locator(OURS.field).waitFor();
  if (stores > 0) {
    await page.getByRole('button', { name: 'Store: All stores' }).click();
    await page.getByRole('menuitemradio', { name: 'Store 0', exact: true }).click();
    await page.getByRole('button', { name: 'Store: Store 0' }).waitFor();
  }
  return page;
}

/** Runs in the page: returns the number of entries in the demo's outbox. */
async function countWaiting(): Promise<number> {
  const opening = indexedDB.open('checklist:demo-user');
  await new Promise((resolve) => {
    opening.addEventListener('success', resolve);
  });
  const counting = opening.result.transaction('outbox').objectStore('outbox').count();
  await new Promise((resolve) => {
    counting.addEventListener('success', resolve);
  });
  opening.result.close();
  return counting.result;
}

/** Runs in the page. */
async function clickOften(box: Element, times: number): Promise<void> {
  for (let click = 0; click < times; click += 1) {
    if (box instanceof HTMLElement) box.click();
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

/**
 * Opens the list in one file with the given number of items.
 * @param whole the largest number of items for which all rows are in the page
 */
export async function openOneFile(
  context: BrowserContext,
  address: string,
  { items, whole }: { readonly items: number; readonly whole: number },
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${address}/?items=${items}&whole=${whole}`);
  await page.getByRole('heading', { level: 1, name: `(0/${items} items)` }).waitFor();
  return page;
}

/** Prepares a page for measuring. */
export async function toMeasuredPage(page: Page, selectors: Selectors, slowdown: number): Promise<MeasuredPage> {
  const cdp = await page.context().newCDPSession(page);
  // CPU time of the thread, so that other processes of this machine do not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, selectors };
}
