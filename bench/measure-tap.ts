/** What one tap costs a page: main-thread CPU, and the time from the tap to the paint after it. */
import type { CDPSession, Locator, Page } from '@playwright/test';

export type Candidate = { readonly page: Page; readonly cdp: CDPSession; readonly boxes: Locator };

/** Milliseconds of CPU on the main thread, and milliseconds from the input until the frame after it is drawn. */
export type Tap = { readonly cpu: number; readonly paint: number };

/**
 * Taps the box at this place of those on screen, by real input.
 * @returns CPU time of the main thread until the page is quiet again, and the time to the paint
 */
export async function measureTap({ page, cdp, boxes }: Candidate, at: number): Promise<Tap> {
  const box = await boxes.nth(at).boundingBox();
  if (box === null) throw new Error(`No box ${at} on screen`);
  await page.evaluate(watchPaint);
  const before = await taskSeconds(cdp);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const paint = await page.evaluate(() => window.benchPaint);
  if (paint === undefined) throw new Error('The tap reached nothing');
  // What a tap leaves for later belongs to it, too.
  await page.waitForTimeout(1000);
  return { cpu: ((await taskSeconds(cdp)) - before) * 1000, paint };
}

declare global {
  // Only an interface can be merged with the browser's own.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    benchPaint: Promise<number> | undefined;
  }
}

/** Runs in the page: a promise of the time from the next click's input until the frame after it is drawn. */
function watchPaint(): void {
  window.benchPaint = new Promise((resolve) => {
    window.addEventListener(
      'click',
      (event) => {
        const { port1, port2 } = new MessageChannel();
        // A message posted from the frame arrives once the frame is drawn.
        port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp));
        port1.start();
        requestAnimationFrame(() => port2.postMessage(null));
      },
      { once: true, capture: true },
    );
  });
}

/** The main thread's work so far, less what the measuring itself asked for. */
async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const read = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return read('TaskDuration') - read('DevToolsCommandDuration');
}
