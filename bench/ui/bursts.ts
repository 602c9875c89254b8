/** A hundred acts one after the other: the main thread's CPU for them, until all of it is on the disk. */
import { setTimeout as wait } from 'node:timers/promises';
import { readCpu } from '#bench/measure-tap.ts';
import type { Candidate, Parts } from '#bench/measure-tap.ts';
import { median } from '#bench/median.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import { chooseCategory } from './acts.ts';
import { openOurs, OURS, PHONE, toCandidate, TODO } from './candidates.ts';
import type { Places } from './candidates.ts';

const ROUNDS = 4;
const ACTS = 100;
/** The demo's outbox goes into the rows after two seconds, and that belongs to the acts; the reference is done at once. */
const LATER_MS = { ours: 2500, reference: 500 };

/** How many times the reference's CPU ours may take. */
const REACH = 3;
const KINDS = ['add', 'tick', 'delete'] as const;
type Kind = (typeof KINDS)[number];
const SIDES = ['ours', 'reference'] as const;

/** What the heading says afterwards. */
const EXPECTED = { add: `(0/${ACTS + 1} items)`, tick: `(${ACTS}/${ACTS + 1} items)`, delete: '/1 items)' };

type Burst = { readonly kind: Kind; readonly acts: number; readonly round: number; readonly later: number };

/** Beside a list in React as TodoMVC has it, which keeps nothing. */
export async function measureBursts({ browser, ours, reference }: Places): Promise<readonly Row[]> {
  // Windows of their own: a tab behind another is not painted.
  const contexts = [await browser.newContext(PHONE), await browser.newContext(PHONE)] as const;
  try {
    const list = await openOurs(contexts[0], ours, 0);
    await chooseCategory(list, 'Category 0');
    const todo = await contexts[1].newPage();
    await todo.goto(`${reference}/todo-list.html`);
    const sides = { ours: await toCandidate(list, OURS, 1), reference: await toCandidate(todo, TODO, 1) };
    const spent: Spent = { ours: emptySeries(), reference: emptySeries() };
    // One more than are ticked, so that no category is ever finished and collapsed: the reference has none.
    for (const side of SIDES) await burst(sides[side], { kind: 'add', acts: 1, round: 0, later: LATER_MS[side] });
    // The first round of both warms up.
    await measureRound(sides, spent, 0);
    for (const side of SIDES) spent[side] = emptySeries();
    for (let round = 1; round <= ROUNDS; round += 1) await measureRound(sides, spent, round);
    return KINDS.map((kind) =>
      toRow({
        name: `${ACTS} ${kind}s`,
        ours: median(spent.ours[kind]),
        reference: median(spent.reference[kind]),
        unit: 'ms of CPU',
        reach: REACH,
      }),
    );
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

async function measureRound(sides: Sides, spent: Spent, round: number): Promise<void> {
  for (const kind of KINDS) {
    for (const side of SIDES) {
      const cpu = await burst(sides[side], { kind, acts: ACTS, round: round + 1, later: LATER_MS[side] });
      await sides[side].page.getByRole('heading', { level: 1, name: EXPECTED[kind] }).waitFor();
      spent[side][kind].push(cpu);
    }
  }
}

type Sides = Readonly<Record<(typeof SIDES)[number], Candidate>>;
type Spent = Record<(typeof SIDES)[number], Record<Kind, number[]>>;

const emptySeries = (): Record<Kind, number[]> => ({ add: [], tick: [], delete: [] });

/** @returns milliseconds of the main thread, with what is done later */
async function burst({ page, cdp, parts }: Candidate, { later, ...acts }: Burst): Promise<number> {
  const before = await readCpu(cdp);
  await page.evaluate(actOften, { ...parts, ...acts });
  await wait(later);
  return (await readCpu(cdp)) - before;
}

/** Runs in the page: each act in a task of its own. */
async function actOften({ kind, acts, round, box, remove, field }: Omit<Burst, 'later'> & Parts): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.start();
  const nextTask = (): Promise<unknown> =>
    new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true });
      port2.postMessage(null);
    });
  const add = (at: number): void => {
    const input = document.querySelector<HTMLInputElement>(field);
    if (input === null) throw new Error('There is no field');
    // As typing does: React listens to the element's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, `Thing ${round} ${at}`);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.form?.requestSubmit();
  };
  const deleteFirst = (): void => {
    const button = document.querySelector<HTMLElement>(remove);
    // As a press does.
    button?.focus();
    button?.click();
  };
  const act = {
    add,
    tick: (at: number): void => document.querySelectorAll<HTMLElement>(box)[at]?.click(),
    delete: deleteFirst,
  }[kind];
  for (let at = 0; at < acts; at += 1) {
    act(at);
    await nextTask();
  }
}
