/** The rows of the sync's table: each is the same work on both sides, one after the other. */
import { createProxy } from './proxy.ts';
import { createHousehold, openPair, whenTaken } from './pairs.ts';
import type { Household, Pair, Places, Side } from './pairs.ts';

/** Figures of one side in milliseconds. */
export type Figures = Readonly<Record<Side, readonly number[]>>;

const SIDES: readonly Side[] = ['ours', 'reference'];

/** Does the same on both sides, `rounds` times in turn. */
async function interleave(rounds: number, work: (side: Side) => Promise<readonly number[]>): Promise<Figures> {
  const figures: Record<Side, number[]> = { ours: [], reference: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of SIDES) figures[side].push(...(await work(side)));
  }
  return figures;
}

async function withHousehold<T>(places: Places, rows: number, work: (household: Household) => Promise<T>): Promise<T> {
  const household = await createHousehold(places, rows);
  try {
    return await work(household);
  } finally {
    await household.end();
  }
}

/** Single ticks: from the tap on A until B shows it. */
export const measureChange = (
  places: Places,
  { batches, ticks }: { batches: number; ticks: number },
): Promise<Figures> =>
  withHousehold(places, ticks * batches, async (household) => {
    const rows = ticks * batches;
    const pairs = {
      ours: await openPair(household, 'ours', rows),
      reference: await openPair(household, 'reference', rows),
    };
    const next = { ours: 0, reference: 0 };
    return interleave(batches, async (side) => {
      const from = next[side];
      next[side] += ticks;
      return tickSingly(pairs[side], from, ticks);
    });
  });

async function tickSingly({ a, b }: Pair, from: number, count: number): Promise<readonly number[]> {
  const ids = (await a.call('ids')).slice(from, from + count);
  const times: number[] = [];
  for (const id of ids) {
    const shown = b.call('whenShown', { id, checked: true });
    const tapped = await a.call('tick', { id, checked: true });
    times.push((await shown) - tapped);
    await whenTaken(a);
  }
  return times;
}

const DRAINED = { before: 300, adds: 700, ticks: 200, deletes: 100 };

/** A thousand changes made offline: from the network's return until B shows them. */
export const measureDrain = (places: Places, rounds: number): Promise<Figures> =>
  interleave(rounds, (side) =>
    withHousehold(places, DRAINED.before, async (household) => {
      const pair = await openPair(household, side, DRAINED.before);
      return [await drain(pair)];
    }),
  );

async function drain({ a, b }: Pair): Promise<number> {
  const { before, adds, ticks, deletes } = DRAINED;
  await a.call('setOnline', false);
  await a.call('change', { ticks, deletes });
  await a.call('add', adds);
  const shown = b.call('whenCounts', { live: before + adds - deletes, ticked: ticks });
  // The disk has it all.
  await new Promise((resolve) => void setTimeout(resolve, 1000));
  const begun = await a.call('setOnline', true);
  return (await shown) - begun;
}

type Traffic = { readonly requests: number; readonly kilobytesUp: number };

/** The requests of a drain until a second after its end, and their bytes as they are on the wire. */
export const countDrain = (places: Places): Promise<Traffic> =>
  withHousehold(places, DRAINED.before, async (household) => {
    const proxy = await createProxy(places.address);
    try {
      const [a, b] = [await household.startOurs(proxy.address), await household.startOurs()];
      for (const device of [a, b]) {
        await device.call('open');
        await device.call('whenCounts', { live: DRAINED.before, ticked: 0 });
      }
      await new Promise((resolve) => void setTimeout(resolve, 2000));
      const before = proxy.counts();
      await drain({ a, b });
      await new Promise((resolve) => void setTimeout(resolve, 1000));
      const after = proxy.counts();
      return {
        requests: after.requests - before.requests,
        kilobytesUp: (after.bytesUp - before.bytesUp) / 1000,
      };
    } finally {
      await proxy.close();
    }
  });

/** An empty device: from its opening until it shows everything. */
export const measureFirstSync = (
  places: Places,
  { rounds, rows }: { rounds: number; rows: number },
): Promise<Figures> =>
  withHousehold(places, rows, (household) =>
    interleave(rounds, async (side) => {
      const device = await household.start(side);
      const begun = await device.call('setOnline', true);
      await device.call('open');
      const shown = await device.call('whenCounts', { live: rows, ticked: 0 });
      await device.end();
      return [shown - begun];
    }),
  );

/** The kilobytes that a first sync brings, as they are on the wire. */
export const weighFirstSync = (places: Places, rows: number): Promise<number> =>
  withHousehold(places, rows, async (household) => {
    const proxy = await createProxy(places.address);
    try {
      const device = await household.startOurs(proxy.address);
      const before = proxy.counts().bytesDown;
      await device.call('open');
      await device.call('whenCounts', { live: rows, ticked: 0 });
      return (proxy.counts().bytesDown - before) / 1000;
    } finally {
      await proxy.close();
    }
  });

/** Ticks, one in each turn of the event loop: from the first until B has all. */
export const measureStream = (places: Places, { rounds, ticks }: { rounds: number; ticks: number }): Promise<Figures> =>
  interleave(rounds, (side) =>
    withHousehold(places, ticks, async (household) => {
      const { a, b } = await openPair(household, side, ticks);
      const ids = await a.call('ids');
      const shown = b.call('whenCounts', { live: ticks, ticked: ticks });
      const begun = await a.call('tickEachTurn', ids);
      return [(await shown) - begun];
    }),
  );
