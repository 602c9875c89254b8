/** What single acts cost at 100, 1,000 and 10,000 items: from the input to the paint, and how CPU grows. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { readCpu, timeToPaint } from '#bench/measure-tap.ts';
import type { Act, Candidate } from '#bench/measure-tap.ts';
import { median } from '#bench/median.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { ONE_FILE, openOneFile, openOurs, OURS, PHONE, SLOWDOWN, toCandidate } from './candidates.ts';
import type { Places } from './candidates.ts';

const SIZES = [100, 1000, 10_000];
const TIMES = 7;
/** What opening a list left to do is not an act's. */
const QUIET_MS = 3000;
/** After an act of either side, so that what it left for a moment later meets no act of the other. */
const REST_MS = 350;
/** After the last one: the demo's outbox goes into the rows after two seconds, and that belongs to the acts. */
const LATER_MS = 2500;

const ACTS = { tick: prepareTick, add: prepareAdd, undo: prepareUndo };
type ActName = keyof typeof ACTS;

type Series = { readonly paint: readonly number[]; readonly cpuEach: number };
type Measured = { readonly ours: Series; readonly reference: Series };
type Sized = { readonly items: number; readonly name: ActName; readonly measured: Measured };

/** Three acts at three sizes, beside the list in one file with only the rows near the screen in its page. */
export async function measureActs(places: Places): Promise<readonly Row[]> {
  const all: Sized[] = [];
  for (const items of SIZES) all.push(...(await measureSize(places, items)));
  const growth = (name: ActName): Row =>
    toRow({ name: `growth of CPU per ${name}`, ours: exponentOf(all, name), unit: 'exponent', reach: 0.1 });
  return [...all.map(toPaintRow), growth('tick'), growth('add')];
}

async function measureSize({ browser, ours, reference }: Places, items: number): Promise<readonly Sized[]> {
  // Windows of their own: a tab behind another is not painted.
  const contexts = [await browser.newContext(PHONE), await browser.newContext(PHONE)] as const;
  try {
    const own = await openOurs(contexts[0], ours, items);
    const other = await openOneFile(contexts[1], reference, { items, whole: 0 });
    const sides = {
      ours: await toCandidate(own, OURS, SLOWDOWN),
      reference: await toCandidate(other, ONE_FILE, SLOWDOWN),
    };
    await chooseCategory(sides.ours.page, 'Category 0');
    await wait(QUIET_MS);
    const sized: Sized[] = [];
    for (const name of ['tick', 'add', 'undo'] as const) {
      sized.push({ items, name, measured: await measureSeries(sides, name) });
    }
    return sized;
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

type Sides = { readonly ours: Candidate; readonly reference: Candidate };

async function measureSeries({ ours, reference }: Sides, name: ActName): Promise<Measured> {
  const paint: { readonly ours: number[]; readonly reference: number[] } = { ours: [], reference: [] };
  const before = { ours: await readCpu(ours.cdp), reference: await readCpu(reference.cdp) };
  for (let at = 0; at < TIMES; at += 1) {
    // One after the other, so that both meet the same machine.
    paint.ours.push(await perform(ours, name, at));
    paint.reference.push(await perform(reference, name, at));
  }
  await wait(LATER_MS);
  const cpuEach = async (side: 'ours' | 'reference'): Promise<number> =>
    ((await readCpu({ ours, reference }[side].cdp)) - before[side]) / TIMES;
  return {
    ours: { paint: paint.ours, cpuEach: await cpuEach('ours') },
    reference: { paint: paint.reference, cpuEach: await cpuEach('reference') },
  };
}

async function perform(candidate: Candidate, name: ActName, at: number): Promise<number> {
  const paint = await timeToPaint(candidate, await ACTS[name](candidate, at));
  await wait(REST_MS);
  return paint;
}

/** To and fro among the first, so that no category is ever finished and collapsed: the reference does not fold any. */
async function prepareTick({ page, parts }: Candidate, at: number): Promise<Act> {
  const box = await page
    .locator(parts.box)
    .nth(at % 3)
    .boundingBox();
  if (box === null) throw new Error('No box on screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return { event: 'click', perform: (on) => on.touchscreen.tap(x, y) };
}

/** Typed before; a name that comes among the first, where one sees it. */
async function prepareAdd({ page, parts }: Candidate, at: number): Promise<Act> {
  await page.locator(parts.field).focus();
  await page.keyboard.insertText(`Item 0 of kind ${at}`);
  await wait(100);
  return { event: 'keydown', perform: (on) => on.keyboard.press('Enter') };
}

/** Of the items that were added before. */
function prepareUndo({ parts }: Candidate): Act {
  return { event: 'click', perform: (on) => on.locator(parts.undo).tap() };
}

/** Once; what is added afterwards goes there, too. */
export async function chooseCategory(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label });
}

const toPaintRow = ({ items, name, measured: { ours, reference } }: Sized): Row =>
  toRow({
    name: `${name} to paint, ${items.toLocaleString('en')} items`,
    ours: median(ours.paint),
    reference: median(reference.paint),
    unit: 'ms',
    reach: 2,
  });

/** From the shortest list to the longest: 0 where a long list costs the same, 1 where twice the items cost twice as much. */
function exponentOf(all: readonly Sized[], wanted: ActName): number {
  const own = all.filter(({ name }) => name === wanted);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return Number.NaN;
  const grown = last.measured.ours.cpuEach / first.measured.ours.cpuEach;
  return Math.log(grown) / Math.log(last.items / first.items);
}
