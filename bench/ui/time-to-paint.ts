/** Measures single actions at 100, 1,000 and 10,000 items: the time from input to paint, and the growth of CPU. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { readCpu, timeToPaint, type Action, type MeasuredPage } from './measure-action.ts';
import { median, toRow, type Row } from '#bench/row.ts';
import {
  ONE_FILE,
  openOneFile,
  openOurs,
  OURS,
  PHONE,
  SLOWDOWN,
  toMeasuredPage,
  type BenchSetup,
} from './open-lists.ts';

const SIZES = [100, 1000, 10_000];
/** The most stores that the app adds to a list (product O2). */
const STORES = 20;
const TIMES = 7;
/** Keeps the work that follows the opening of a list out of the measurement. */
const QUIET_MS = 3000;
/** Pause after each action, so that deferred work does not overlap with the next one. */
const REST_MS = 350;
/** Wait after the last action: the demo compacts its outbox after two seconds, and that work counts. */
const LATER_MS = 2500;

const ACTIONS = { tick: prepareTick, add: prepareAdd, undo: prepareUndo };
type ActionName = keyof typeof ACTIONS;

type Series = { readonly paint: readonly number[]; readonly cpuEach: number };
type Measured = { readonly ours: Series; readonly reference: Series };
type Sized = { readonly items: number; readonly name: ActionName; readonly measured: Measured };

/** Measures three actions at three sizes, next to the windowed list in one file. */
export async function measureTimeToPaint(setup: BenchSetup): Promise<readonly Row[]> {
  const all: Sized[] = [];
  for (const items of SIZES) all.push(...(await measureSize(setup, { items, names: ['tick', 'add', 'undo'] })));
  const growth = (name: ActionName): Row =>
    toRow({ name: `growth of CPU per ${name}`, ours: exponentOf(all, name), unit: 'exponent', limit: 0.1 });
  return [...all.map(toPaintRow), growth('tick'), growth('add')];
}

/** Measures a tick in a long list with a chosen store, next to the same list in the reference, which has no stores. */
export async function measureWithStores(setup: BenchSetup): Promise<readonly Row[]> {
  const sized = await measureSize(setup, { items: 10_000, stores: STORES, names: ['tick'] });
  return sized.map(toPaintRow).map((row) => ({ ...row, name: `${row.name} and ${STORES} stores` }));
}

type Size = { readonly items: number; readonly stores?: number | undefined; readonly names: readonly ActionName[] };

async function measureSize(
  { browser, ours, reference }: BenchSetup,
  { items, stores, names }: Size,
): Promise<readonly Sized[]> {
  // Separate windows, because the browser does not paint background tabs.
  const contexts = [await browser.newContext(PHONE), await browser.newContext(PHONE)] as const;
  try {
    const own = await openOurs(contexts[0], ours, { items, stores });
    const other = await openOneFile(contexts[1], reference, { items, whole: 0 });
    const sides = {
      ours: await toMeasuredPage(own, OURS, SLOWDOWN),
      reference: await toMeasuredPage(other, ONE_FILE, SLOWDOWN),
    };
    await chooseCategory(sides.ours.page, 'Category 0');
    await wait(QUIET_MS);
    const sized: Sized[] = [];
    for (const name of names) {
      sized.push({ items, name, measured: await measureSeries(sides, name) });
    }
    return sized;
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

type Sides = { readonly ours: MeasuredPage; readonly reference: MeasuredPage };

async function measureSeries({ ours, reference }: Sides, name: ActionName): Promise<Measured> {
  const paint: { readonly ours: number[]; readonly reference: number[] } = { ours: [], reference: [] };
  const before = { ours: await readCpu(ours.cdp), reference: await readCpu(reference.cdp) };
  for (let at = 0; at < TIMES; at += 1) {
    // Alternate, so that both sides run under the same conditions.
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

async function perform(measured: MeasuredPage, name: ActionName, at: number): Promise<number> {
  const paint = await timeToPaint(measured, await ACTIONS[name](measured, at));
  await wait(REST_MS);
  return paint;
}

/** Ticks and unticks the first items, so that no category is completed and collapsed; the reference collapses none. */
async function prepareTick({ page, selectors }: MeasuredPage, at: number): Promise<Action> {
  const box = await page
    .locator(selectors.box)
    .nth(at % 3)
    .boundingBox();
  if (box === null) throw new Error('No box on screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return { event: 'click', perform: (on) => on.touchscreen.tap(x, y) };
}

/** Types the name before the measurement. The name sorts near the top, so the new row is on the screen. */
async function prepareAdd({ page, selectors }: MeasuredPage, at: number): Promise<Action> {
  await page.locator(selectors.field).focus();
  await page.keyboard.insertText(`Item 0 of kind ${at}`);
  await wait(100);
  return { event: 'keydown', perform: (on) => on.keyboard.press('Enter') };
}

/** Undoes the additions. */
function prepareUndo({ selectors }: MeasuredPage): Action {
  return { event: 'click', perform: (on) => on.locator(selectors.undo).filter({ visible: true }).tap() };
}

/** Chooses the category for this and all later additions. */
export async function chooseCategory(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label });
}

const toPaintRow = ({ items, name, measured: { ours, reference } }: Sized): Row =>
  toRow({
    name: `${name} to paint, ${items.toLocaleString('en')} items`,
    ours: median(ours.paint),
    reference: median(reference.paint),
    unit: 'ms',
    limit: 2,
  });

/** Growth from the shortest to the longest list: 0 if the size does not matter, 1 if twice the items cost twice as much. */
function exponentOf(all: readonly Sized[], wanted: ActionName): number {
  const own = all.filter(({ name }) => name === wanted);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return Number.NaN;
  const grown = last.measured.ours.cpuEach / first.measured.ours.cpuEach;
  return Math.log(grown) / Math.log(last.items / first.items);
}
