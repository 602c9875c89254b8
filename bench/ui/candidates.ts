/** The lists that are measured beside each other, opened in a browser with as many items as wanted. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { longListFile } from '#bench/long-list-file.ts';
import type { Candidate, Parts } from '#bench/measure-tap.ts';

/** Where the programs answer. */
export type Places = { readonly browser: Browser; readonly ours: string; readonly reference: string };

/** Without motion, which the references do not have either: both do the same work. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

/** The processor of a phone of the middle class. */
export const SLOWDOWN = 4;

const REMOVE = 'button[aria-label^="Delete "]';

export const OURS: Parts = {
  box: '[data-action="tick"]',
  remove: REMOVE,
  field: 'form input[role=combobox]',
  undo: 'button[aria-label="Undo"]',
};

export const ONE_FILE: Parts = { box: '.row input', remove: REMOVE, field: 'form input', undo: '#undo' };

export const TODO: Parts = { box: 'li input', remove: REMOVE, field: 'form input', undo: '' };

/** As many as Undo goes back: the step that brought the list in is out of the history then, as in a list that grew. */
const STEPS = 50;

/** Our list in the demo account, started again after it was brought in. */
export async function openOurs(context: BrowserContext, address: string, items: number): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByRole('button', { name: 'Open demo', exact: true }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  const file = { name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(longListFile(items)) };
  await page.getByLabel('Import a file', { exact: true }).last().setInputFiles(file);
  await page.getByRole('heading', { level: 1, name: `(0/${items} items)` }).waitFor();
  if (items > 0) await page.locator(OURS.box).first().evaluate(clickOften, STEPS);
  // The demo's outbox goes into the rows two seconds after the last act; then nothing of it is left to do.
  while (await page.evaluate(countWaiting)) await wait(500);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: `(0/${items} items)` }).waitFor();
  await page.locator(OURS.field).waitFor();
  return page;
}

/** Runs in the page: how many acts are in the demo's outbox. */
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
 * The list in one file, with so many items.
 * @param whole up to how many items all rows are in the page
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

/** Makes the page ready to be measured. */
export async function toCandidate(page: Page, parts: Parts, slowdown: number): Promise<Candidate> {
  const cdp = await page.context().newCDPSession(page);
  // The thread's own time, so that what else runs on this machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, parts };
}
