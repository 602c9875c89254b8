/** Measures one action in a page: main-thread CPU, and the time from the input to the frame that shows it. */
import type { CDPSession, Page } from '@playwright/test';

/** A page under measurement, and the selectors of its elements. */
export type MeasuredPage = { readonly page: Page; readonly cdp: CDPSession; readonly selectors: Selectors };

export type Selectors = {
  /** The checkbox of an item. */
  readonly box: string;
  /** The button that deletes an item. */
  readonly remove: string;
  /** The add field. */
  readonly field: string;
  readonly undo: string;
};

/** Shows the counts in every list, so every action changes it. */
export const HEADING = 'h1';

/** An action by real input, and the event it causes in the page. */
export type Action = { readonly event: 'click' | 'keydown'; readonly perform: (page: Page) => Promise<void> };

/**
 * Performs one action.
 * @returns milliseconds from its input until the first frame with other counts in the heading is drawn
 */
export async function timeToPaint({ page }: MeasuredPage, { event, perform }: Action): Promise<number> {
  await page.evaluate(watchPaint, { event, heading: HEADING });
  await perform(page);
  const paint = await page.evaluate(() => window.benchPaint);
  if (paint === undefined) throw new Error('No event reached the page');
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
        // A message posted during a frame arrives after the frame is drawn.
        port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp));
        port1.start();
        const checkFrame = (): void => {
          requestAnimationFrame(() => {
            if (counts?.textContent === before) checkFrame();
            else port2.postMessage(null);
          });
        };
        checkFrame();
      },
      { once: true, capture: true },
    );
  });
}

/** Main-thread CPU so far in milliseconds, without the work caused by the measurement itself. */
export async function readCpu(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const read = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return (read('TaskDuration') - read('DevToolsCommandDuration')) * 1000;
}
