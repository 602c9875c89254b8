/** Measures a hundred actions in a row: main-thread CPU until everything is stored. */
import { setTimeout as wait } from 'node:timers/promises';
import { median, toRow, type Row } from '#bench/row.ts';
import { readCpu, type MeasuredPage, type Selectors } from './measure-action.ts';
import { ONE_FILE, openOneFile, openOurs, OURS, PHONE, toMeasuredPage, type BenchSetup } from './open-lists.ts';
import { chooseCategory } from './time-to-paint.ts';

const ROUNDS = 4;
const ACTIONS = 100;
/** Wait after a burst: the demo compacts its outbox after two seconds, and that work counts. */
const LATER_MS = 2500;
/** Keeps all rows of the reference in the page, as in our app. The reference counts deleted items, too. */
const WHOLE = 10_000;

/** The limit of the ratio to the reference's CPU. */
const LIMIT = 3;
const KINDS = ['add', 'tick', 'delete'] as const;
type Kind = (typeof KINDS)[number];
const SIDES = ['ours', 'reference'] as const;

/** The heading after each burst. */
const EXPECTED = { add: `(0/${ACTIONS + 1} items)`, tick: `(${ACTIONS}/${ACTIONS + 1} items)`, delete: '/1 items)' };

type Burst = { readonly kind: Kind; readonly actions: number; readonly round: number };

/** Measures bursts next to the list in one file, which stores each action as well. */
export async function measureBursts({ browser, ours, reference }: BenchSetup): Promise<readonly Row[]> {
  // Separate windows, because the browser does not paint background tabs.
  const contexts = [await browser.newContext(PHONE), await browser.newContext(PHONE)] as const;
  try {
    const list = await openOurs(contexts[0], ours, { items: 0 });
    await chooseCategory(list, 'Category 0');
    const oneFile = await openOneFile(contexts[1], reference, { items: 0, whole: WHOLE });
    const sides = { ours: await toMeasuredPage(list, OURS, 1), reference: await toMeasuredPage(oneFile, ONE_FILE, 1) };
    const spent: Spent = { ours: emptySeries(), reference: emptySeries() };
    // One item more than is ticked, so that the category is never completed and collapsed; the reference collapses none.
    for (const side of SIDES) await burst(sides[side], { kind: 'add', actions: 1, round: 0 });
    // The first round warms up both sides.
    await measureRound(sides, spent, 0);
    for (const side of SIDES) spent[side] = emptySeries();
    for (let round = 1; round <= ROUNDS; round += 1) await measureRound(sides, spent, round);
    return KINDS.map((kind) =>
      toRow({
        name: `${ACTIONS} ${kind}s`,
        ours: median(spent.ours[kind]),
        reference: median(spent.reference[kind]),
        unit: 'ms of CPU',
        limit: LIMIT,
      }),
    );
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

async function measureRound(sides: Sides, spent: Spent, round: number): Promise<void> {
  for (const kind of KINDS) {
    for (const side of SIDES) {
      const cpu = await burst(sides[side], { kind, actions: ACTIONS, round: round + 1 });
      await sides[side].page.getByRole('heading', { level: 1, name: EXPECTED[kind] }).waitFor();
      spent[side][kind].push(cpu);
    }
  }
}

type Sides = Readonly<Record<(typeof SIDES)[number], MeasuredPage>>;
type Spent = Record<(typeof SIDES)[number], Record<Kind, number[]>>;

const emptySeries = (): Record<Kind, number[]> => ({ add: [], tick: [], delete: [] });

/** @returns milliseconds of main-thread CPU, with the deferred work */
async function burst({ page, cdp, selectors }: MeasuredPage, actions: Burst): Promise<number> {
  const before = await readCpu(cdp);
  await page.evaluate(actRepeatedly, { ...selectors, ...actions });
  await wait(LATER_MS);
  return (await readCpu(cdp)) - before;
}

/** Runs in the page: each action in a separate task. */
async function actRepeatedly({ kind, actions, round, box, remove, field }: Burst & Selectors): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  const nextTask = (): Promise<unknown> =>
    new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
      port2.postMessage(null);
    });
  const add = (at: number): void => {
    const input = document.querySelector<HTMLInputElement>(field);
    if (input === null) throw new Error('The add field is missing');
    // React only notices a change made through the element's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, `Thing ${round} ${at}`);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.form?.requestSubmit();
  };
  const deleteFirst = (): void => {
    const button = document.querySelector<HTMLElement>(remove);
    // A press moves the focus first.
    button?.focus();
    button?.click();
  };
  const action = {
    add,
    tick: (at: number): void => document.querySelectorAll<HTMLElement>(box)[at]?.click(),
    delete: deleteFirst,
  }[kind];
  for (let at = 0; at < actions; at += 1) {
    action(at);
    await nextTask();
  }
}
