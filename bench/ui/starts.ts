/** How long a start takes: a first visit on a slow line, the list without a server, a long list. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { createServer } from '#bench/app-server.ts';
import { median } from '#bench/median.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { ONE_FILE, openOneFile, openOurs, OURS, PHONE, SLOWDOWN } from './candidates.ts';
import type { Places } from './candidates.ts';
import { startReferences } from './reference-server.ts';

const VISITS = 7;
const STARTS = 11;
/** Up to here all rows are in the page, in ours as in the reference. */
const WHOLE = 1000;

/** Slow 4G, as Lighthouse slows a line down. */
const SLOW_4G = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_470_000 / 8,
  uploadThroughput: 675_000 / 8,
};

type Start = { readonly address: string; readonly usable: string; readonly isSlow?: boolean };
type Times = { readonly paint: number; readonly usable: number };

/** The first screen of a new visitor: ours asks who comes, the reference has an empty list. */
export async function measureVisits({ browser, ours, reference }: Places): Promise<readonly Row[]> {
  const visit = async (start: Start): Promise<Times> => {
    const context = await browser.newContext(PHONE);
    const times = await timeStart(context, { ...start, isSlow: true });
    await context.close();
    return times;
  };
  const times = await alternate(
    VISITS,
    () => visit({ address: ours, usable: 'form [type=submit]' }),
    () => visit({ address: reference, usable: 'main[style]' }),
  );
  return [toStartRow('first paint', times, 1.15), toStartRow('usable', times, 1.9)];
}

/** Both without their servers, from what their service workers keep. */
export async function measureOfflineStarts(items: number): Promise<readonly Row[]> {
  const usable =
    items === 0 ? { ours: OURS.field, reference: 'main[style]' } : { ours: OURS.box, reference: ONE_FILE.box };
  const times = await measureKept(items, { usable, isOffline: true });
  return [toStartRow(`offline start, ${count(items)} items`, times, 1.8)];
}

/** With the servers there, from what the service workers keep. */
export async function measureLongStart(): Promise<readonly Row[]> {
  const usable = { ours: OURS.box, reference: ONE_FILE.box };
  const times = await measureKept(10_000, { usable, isOffline: false });
  return [toStartRow('start with 10,000 items', times, 1.3)];
}

type Pairs = { readonly ours: readonly Times[]; readonly reference: readonly Times[] };

type Kept = {
  readonly usable: { readonly ours: string; readonly reference: string };
  readonly isOffline: boolean;
};

/** Brings both lists in, with servers of their own, and starts them again and again. */
async function measureKept(items: number, { usable, isOffline }: Kept): Promise<Pairs> {
  const ours = await createServer();
  const reference = await startReferences();
  const folder = await mkdtemp(path.join(tmpdir(), 'checklist-profile-'));
  const executablePath = findChromium(process.env);
  const context = await chromium.launchPersistentContext(folder, {
    ...PHONE,
    ...(executablePath !== undefined && { executablePath }),
    args: CHROMIUM_FLAGS,
  });
  try {
    await keep(await openOurs(context, ours.address, items));
    await keep(await openOneFile(context, reference.address, { items, whole: WHOLE }));
    if (isOffline) await Promise.all([ours.stop(), reference.stop()]);
    return await alternate(
      STARTS,
      () => timeStart(context, { address: ours.address, usable: usable.ours }),
      () => timeStart(context, { address: reference.address, usable: usable.reference }),
    );
  } finally {
    await context.close();
    if (!isOffline) await Promise.all([ours.stop(), reference.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the service worker has everything, and leaves the page. */
async function keep(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
}

/** One after the other, so that both meet the same machine; the first of each is not counted. */
async function alternate(times: number, ours: () => Promise<Times>, reference: () => Promise<Times>): Promise<Pairs> {
  const pairs: { readonly ours: Times[]; readonly reference: Times[] } = { ours: [], reference: [] };
  for (let at = 0; at <= times; at += 1) {
    const [own, other] = [await ours(), await reference()];
    if (at > 0) {
      pairs.ours.push(own);
      pairs.reference.push(other);
    }
  }
  return pairs;
}

/** Starts in a new page; the times count from when the address was asked for. */
async function timeStart(context: BrowserContext, { address, usable, isSlow = false }: Start): Promise<Times> {
  const page = await context.newPage();
  if (isSlow) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  await page.addInitScript(watchStart, usable);
  await page.goto(address, { waitUntil: 'commit' });
  const times = await page.evaluate(() => window.benchStart);
  await page.close();
  if (times === undefined) throw new Error('Nothing started');
  return times;
}

declare global {
  // Only an interface can be merged with the browser's own.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    benchStart: Promise<Times> | undefined;
  }
}

/** Runs in the page before anything else: a promise of the first paint, and of the frame with what one can use. */
function watchStart(usable: string): void {
  window.benchStart = new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      usableAt ||= performance.now();
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      // Not every frame is reported by then.
      if (paint === undefined) requestAnimationFrame(() => port2.postMessage(null));
      else resolve({ paint: paint.startTime, usable: usableAt });
    });
    let usableAt = 0;
    port1.start();
    const observer = new MutationObserver(() => {
      if (document.querySelector(usable) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
}

const toStartRow = (name: string, { ours, reference }: Pairs, reach: number): Row => {
  const figure = name === 'first paint' ? 'paint' : 'usable';
  return toRow({
    name,
    ours: median(ours.map((times) => times[figure])),
    reference: median(reference.map((times) => times[figure])),
    unit: 'ms',
    reach,
  });
};

const count = (items: number): string => items.toLocaleString('en');
