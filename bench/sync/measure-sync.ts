/** The sync measurements: each does the same work on both sides, in turn. */
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import {
  createBenchAccount,
  openPair,
  whenAcknowledged,
  type BenchAccount,
  type Pair,
  type BenchSetup,
  type Side,
} from './device-pairs.ts';

/** Milliseconds for each side. */
export type Figures = Readonly<Record<Side, readonly number[]>>;

const SIDES: readonly Side[] = ['ours', 'reference'];

/** Alternates between the two sides, `rounds` times each. */
async function interleave(rounds: number, work: (side: Side) => Promise<readonly number[]>): Promise<Figures> {
  const figures: Record<Side, number[]> = { ours: [], reference: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of SIDES) figures[side].push(...(await work(side)));
  }
  return figures;
}

async function withBenchAccount<T>(
  setup: BenchSetup,
  rows: number,
  work: (account: BenchAccount) => Promise<T>,
): Promise<T> {
  const account = await createBenchAccount(setup, rows);
  try {
    return await work(account);
  } finally {
    await account.end();
  }
}

/** Single ticks: the time from the tap on A until B shows it. */
export const measureChange = (
  setup: BenchSetup,
  { batches, ticks }: { batches: number; ticks: number },
): Promise<Figures> =>
  withBenchAccount(setup, ticks * batches, async (account) => {
    const rows = ticks * batches;
    const pairs = {
      ours: await openPair(account, 'ours', rows),
      reference: await openPair(account, 'reference', rows),
    };
    return tickInTurn(pairs, { batches, ticks });
  });

function tickInTurn(
  pairs: Readonly<Record<Side, Pair>>,
  { batches, ticks }: { batches: number; ticks: number },
): Promise<Figures> {
  const next = { ours: 0, reference: 0 };
  return interleave(batches, async (side) => {
    const from = next[side];
    next[side] += ticks;
    return tickSingly(pairs[side], from, ticks);
  });
}

async function tickSingly({ a, b }: Pair, from: number, count: number): Promise<readonly number[]> {
  const ids = (await a.call('ids')).slice(from, from + count);
  const times: number[] = [];
  for (const id of ids) {
    const shown = b.call('whenShown', { id, checked: true });
    const tapped = await a.call('tick', { id, checked: true });
    times.push((await shown) - tapped);
    await whenAcknowledged(a);
  }
  return times;
}

const DRAINED = { before: 300, adds: 700, ticks: 200, deletes: 100 };

/** A thousand offline changes: the time from reconnecting until B shows them. */
export const measureDrain = (setup: BenchSetup, rounds: number): Promise<Figures> =>
  interleave(rounds, (side) =>
    withBenchAccount(setup, DRAINED.before, async (account) => {
      const pair = await openPair(account, side, DRAINED.before);
      return [await drain(pair)];
    }),
  );

async function drain({ a, b }: Pair): Promise<number> {
  const { before, adds, ticks, deletes } = DRAINED;
  await a.call('setOnline', false);
  await a.call('change', { ticks, deletes });
  await a.call('add', adds);
  const shown = b.call('whenCounts', { live: before + adds - deletes, ticked: ticks });
  // Waits until the changes are on disk.
  await new Promise((resolve) => void setTimeout(resolve, 1000));
  const begun = await a.call('setOnline', true);
  return (await shown) - begun;
}

type Traffic = { readonly requests: number; readonly kilobytesUp: number };

/** The requests of a drain until one second after its end, and their bytes on the wire. */
export const countDrain = (setup: BenchSetup): Promise<Traffic> =>
  withBenchAccount(setup, DRAINED.before, async (account) => {
    const proxy = await startFaultProxy(setup.address);
    try {
      const [a, b] = [await account.startOurs(proxy.address), await account.startOurs()];
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

/** An empty device: the time from its opening until it shows all rows. */
export const measureFirstSync = (
  setup: BenchSetup,
  { rounds, rows }: { rounds: number; rows: number },
): Promise<Figures> =>
  withBenchAccount(setup, rows, (account) =>
    interleave(rounds, async (side) => {
      const device = await account.start(side);
      const begun = await device.call('setOnline', true);
      await device.call('open');
      const shown = await device.call('whenCounts', { live: rows, ticked: 0 });
      await device.end();
      return [shown - begun];
    }),
  );

/** The kilobytes on the wire of a first sync. */
export const weighFirstSync = (setup: BenchSetup, rows: number): Promise<number> =>
  withBenchAccount(setup, rows, async (account) => {
    const proxy = await startFaultProxy(setup.address);
    try {
      const device = await account.startOurs(proxy.address);
      const before = proxy.counts().bytesDown;
      await device.call('open');
      await device.call('whenCounts', { live: rows, ticked: 0 });
      return (proxy.counts().bytesDown - before) / 1000;
    } finally {
      await proxy.close();
    }
  });
