/** What one act costs a page: main-thread CPU, and the time from the input to the frame that shows it. */
import type { CDPSession, Page } from '@playwright/test';

/** A page under measurement, and by which selectors its parts are found. */
export type Candidate = { readonly page: Page; readonly cdp: CDPSession; readonly parts: Parts };

export type Parts = {
  /** The box of an item. */
  readonly box: string;
  /** The button that deletes an item. */
  readonly remove: string;
  /** The field to add things with. */
  readonly field: string;
  readonly undo: string;
};

/** Every list shows its counts there: whatever is done changes it. */
const HEADING = 'h1';

/** What is done by real input, and the event that it reaches the page as. */
export type Act = { readonly event: 'click' | 'keydown'; readonly perform: (page: Page) => Promise<void> };

/**
 * Does one act.
 * @returns milliseconds from its input until the first frame with other counts in the heading is drawn
 */
export async function timeToPaint({ page }: Candidate, { event, perform }: Act): Promise<number> {
  await page.evaluate(watchPaint, { event, heading: HEADING });
  await perform(page);
  const paint = await page.evaluate(() => window.benchPaint);
  if (paint === undefined) throw new Error('The act reached nothing');
  return paint;
}

declare global {
  // Only an interface can be merged with the browser's own.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    benchPaint: Promise<number> | undefined;
  }
}

/** Runs in the page: a promise of the time from the next such event's input until the frame that shows it is drawn. */
function watchPaint({ event: type, heading }: { readonly event: string; readonly heading: string }): void {
  window.benchPaint = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing was painted')), 10_000);
    window.addEventListener(
      type,
      (event) => {
        const counts = document.querySelector(heading);
        const before = counts?.textContent;
        const { port1, port2 } = new MessageChannel();
        // A message posted from the frame arrives once the frame is drawn.
        port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp));
        port1.start();
        const look = (): void => {
          requestAnimationFrame(() => {
            if (counts?.textContent === before) look();
            else port2.postMessage(null);
          });
        };
        look();
      },
      { once: true, capture: true },
    );
  });
}

/** The main thread's own work so far in milliseconds, less what the measuring itself asked for. */
export async function readCpu(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const read = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return (read('TaskDuration') - read('DevToolsCommandDuration')) * 1000;
}
