/** What a tap costs at 10,000 items, beside plain DOM code with all rows; one run, interleaved. */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { createServer } from './app-server.ts';
import { longListFile } from './long-list-file.ts';
import { measureTap } from './measure-tap.ts';
import type { Candidate, Tap } from './measure-tap.ts';
import { median } from './median.ts';

const ITEMS = 10_000;
const TAPS = 9;
/** A phone of the middle class: the processor four times slower. */
const SLOWDOWN = 4;
/** Without motion, which the reference does not have either: both do the same work. */
const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;

const executablePath = findChromium(process.env);
const server = await createServer();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: CHROMIUM_FLAGS,
});
try {
  const ours = await openOurs(browser);
  const reference = await openReference(browser);
  const taps: { readonly ours: Tap; readonly reference: Tap }[] = [];
  for (let at = 0; at < TAPS; at += 1) {
    // One after the other, so that both meet the same machine.
    taps.push({ ours: await measureTap(ours, at), reference: await measureTap(reference, at) });
  }
  report(taps);
} finally {
  await browser.close();
  await server.stop();
}

async function openOurs(on: Browser): Promise<Candidate> {
  const page = await on.newPage(PHONE);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page
    .getByLabel('Bring in a file', { exact: true })
    .last()
    .setInputFiles({
      name: 'long.json',
      mimeType: 'application/json',
      buffer: Buffer.from(longListFile(ITEMS)),
    });
  await page.getByRole('heading', { name: `(0/${ITEMS})` }).waitFor();
  return watch(page, '[data-item]');
}

async function openReference(on: Browser): Promise<Candidate> {
  const page = await on.newPage(PHONE);
  const file = fileURLToPath(new URL('reference/plain-dom.html', import.meta.url));
  await page.route('http://reference.localhost/**', (route) => route.fulfill({ path: file }));
  await page.goto(`http://reference.localhost/?items=${ITEMS}`);
  await page.locator('body[data-ready]').waitFor();
  return watch(page, 'li label');
}

async function watch(page: Page, boxes: string): Promise<Candidate> {
  const cdp = await page.context().newCDPSession(page);
  // The thread's own time, so that what else runs on this machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  // What opening left to do is not the tap's.
  await page.waitForTimeout(4000);
  return { page, cdp, boxes: page.locator(boxes) };
}

function report(taps: readonly { readonly ours: Tap; readonly reference: Tap }[]): void {
  const rows = (['cpu', 'paint'] as const).map((figure) => {
    const ours = median(taps.map((tap) => tap.ours[figure]));
    const reference = median(taps.map((tap) => tap.reference[figure]));
    return { figure, ours, reference, ratio: ours / reference };
  });
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ items: ITEMS, taps: TAPS, slowdown: SLOWDOWN, rows }));
    return;
  }
  console.log(`A tap at ${ITEMS} items, medians of ${TAPS}, processor ${SLOWDOWN} times slower (ms)`);
  console.table(rows);
}
