/** Measures starts: a first visit on a slow network, an offline start, a start with a long list, and the first tap. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { createServerProcess } from '#test/servers/server-process.ts';
import { median, toRow, type Row } from '#bench/row.ts';
import { ONE_FILE, openOneFile, openOurs, OURS, PHONE, SLOWDOWN, type BenchSetup } from './open-lists.ts';
import { HEADING } from './measure-action.ts';
import { startReference } from './reference-server.ts';

const VISITS = 7;
/** The app stores its screen 1.5 s after the last change, and shoppers rarely leave sooner. */
const QUIET_MS = 3000;
const STARTS = 11;

/** Slow 4G, as throttled by Lighthouse. */
const SLOW_4G = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_470_000 / 8,
  uploadThroughput: 675_000 / 8,
};

type Start = Watched & { readonly address: string; readonly isSlow?: boolean };

type Watched = {
  /** Selects the element that makes the page usable. */
  readonly usable: string;
  /** Whether to tap that element in the first usable frame. */
  readonly isTapped: boolean;
  /** Selects an element that the program itself has rendered, not the screen of its last start. */
  readonly live: string;
};

/** Milliseconds since the navigation. `tapped`: until the frame that shows the tap; NaN without one. */
type Times = { readonly paint: number; readonly usable: number; readonly tapped: number; readonly live: number };

/** The first screen of a new visitor: the sign-in screen of our app, an empty list in the reference. */
export async function measureVisits({ browser, ours, reference }: BenchSetup): Promise<readonly Row[]> {
  const visit = async (start: Start): Promise<Times> => {
    const context = await browser.newContext(PHONE);
    const times = await timeStart(context, { ...start, isSlow: true });
    await context.close();
    return times;
  };
  const times = await alternate(
    VISITS,
    () => visit({ address: ours, usable: 'form [type=submit]', isTapped: false, live: LIVE.ours }),
    () => visit({ address: reference, usable: 'main[style]', isTapped: false, live: LIVE.reference }),
  );
  return [
    toStartRow(times, { name: 'first paint', figure: 'paint', limit: 1.15 }),
    toStartRow(times, { name: 'usable', figure: 'usable', limit: 1.9 }),
  ];
}

/** Starts both from their service workers, with the servers stopped. */
export async function measureOfflineStarts(items: number): Promise<readonly Row[]> {
  const usable = items === 0 ? { ours: OURS.field, reference: LIVE.reference } : BOXES;
  const times = await measureCached(items, { usable, isTapped: items > 0, isOffline: true });
  const name = `offline start, ${count(items)} items`;
  return [
    toStartRow(times, { name: `${name}, visible`, figure: 'usable', limit: 1.2 }),
    ...(items === 0 ? [] : [toStartRow(times, { name: `${name}, first tap`, figure: 'tapped', limit: 1.5 })]),
    toStartRow(times, { name: `${name}, app in place`, figure: 'live', limit: null }),
  ];
}

/** Starts both from their service workers, with the servers running. */
export async function measureLongStart(): Promise<readonly Row[]> {
  const name = 'start with 10,000 items';
  const times = await measureCached(10_000, { usable: BOXES, isTapped: true, isOffline: false });
  return [
    toStartRow(times, { name: `${name}, visible`, figure: 'usable', limit: null }),
    toStartRow(times, { name: `${name}, first tap`, figure: 'tapped', limit: 1.3 }),
    toStartRow(times, { name: `${name}, app in place`, figure: 'live', limit: null }),
  ];
}

/** Ours shows the screen of the last start outside of this element. The reference lays out its list when it has read the disk. */
const LIVE = { ours: '#app > *', reference: 'main[style]' };

/** The page is usable when the first item is on the screen. */
const BOXES = { ours: OURS.box, reference: ONE_FILE.box };

type Pairs = { readonly ours: readonly Times[]; readonly reference: readonly Times[] };

type CachedStart = {
  readonly usable: { readonly ours: string; readonly reference: string };
  readonly isTapped: boolean;
  readonly isOffline: boolean;
};

/** Imports both lists on separate servers and starts them repeatedly. */
async function measureCached(items: number, { usable, isTapped, isOffline }: CachedStart): Promise<Pairs> {
  const ours = await createServerProcess();
  await ours.start();
  const reference = await startReference();
  const folder = await mkdtemp(path.join(tmpdir(), 'checklist-profile-'));
  const executablePath = findChromium(process.env);
  const context = await chromium.launchPersistentContext(folder, {
    ...PHONE,
    ...(executablePath !== undefined && { executablePath }),
    args: CHROMIUM_FLAGS,
  });
  try {
    await closeWhenCached(await openOurs(context, ours.address, { items }));
    await closeWhenCached(await openOneFile(context, reference.address, { items, whole: 0 }));
    if (isOffline) await Promise.all([ours.stop(), reference.stop()]);
    return await alternate(
      STARTS,
      () => timeStart(context, { address: ours.address, usable: usable.ours, isTapped, live: LIVE.ours }),
      () =>
        timeStart(context, {
          address: reference.address,
          usable: usable.reference,
          isTapped,
          live: LIVE.reference,
        }),
    );
  } finally {
    await context.close();
    await Promise.all([ours.close(), ...(isOffline ? [] : [reference.stop()])]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the service worker has cached everything and nothing has changed for a while, then closes the page. */
async function closeWhenCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await wait(QUIET_MS);
  await page.close();
}

/** Alternates, so that both sides run under the same conditions. The first start of each is not counted. */
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

/** Starts in a new page. The times count from the navigation. */
async function timeStart(context: BrowserContext, { address, isSlow = false, ...watched }: Start): Promise<Times> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (isSlow) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  await page.addInitScript(watchStart, { ...watched, heading: HEADING });
  await page.goto(address, { waitUntil: 'commit' });
  const times = await page.evaluate(() => window.benchStart);
  await page.close();
  if (times === undefined) throw new Error('The page did not start');
  return times;
}

declare global {
  // Only an interface can be merged with the browser's own.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    benchStart: Promise<Times> | undefined;
  }
}

/** Runs in the page before its scripts. Promises the times of the first paint, the first usable frame and the first tap. */
function watchStart({ usable, isTapped, live, heading }: Watched & { readonly heading: string }): void {
  // The browser receives only the text of the outer function.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const untilThere = (selector: string): Promise<void> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(selector)?.checkVisibility() !== true) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
  const appeared = untilThere(usable);
  // As above.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const nextFrame = (): Promise<number> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      // A message posted during a frame arrives after the frame is drawn.
      port1.addEventListener('message', () => resolve(performance.now()));
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    });
  const tap = async (): Promise<number> => {
    const before = document.querySelector(heading)?.textContent;
    document.querySelector<HTMLElement>(usable)?.click();
    let at = await nextFrame();
    // If the tap has no effect, the figure shows it.
    while (document.querySelector(heading)?.textContent === before && at < 20_000) at = await nextFrame();
    return at;
  };
  const readPaint = async (): Promise<number> => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (paint !== undefined) return paint.startTime;
    // The paint entry may be reported a frame later.
    await nextFrame();
    return readPaint();
  };
  const liveAt = untilThere(live).then(nextFrame);
  const measure = async (): Promise<Times> => {
    await appeared;
    const usableAt = await nextFrame();
    const tapped = isTapped ? await tap() : Number.NaN;
    return { paint: await readPaint(), usable: usableAt, tapped, live: await liveAt };
  };
  window.benchStart = measure();
}

type StartRow = { readonly name: string; readonly figure: keyof Times; readonly limit: number | null };

const toStartRow = ({ ours, reference }: Pairs, { name, figure, limit }: StartRow): Row =>
  toRow({
    name,
    ours: median(ours.map((times) => times[figure])),
    reference: median(reference.map((times) => times[figure])),
    unit: 'ms',
    limit,
  });

const count = (items: number): string => items.toLocaleString('en');
