/** Limits concurrent database requests per caller, per network address and in total, so that no caller occupies all connections. */
import type { Caller } from '#server/database/database.ts';
import { groupAddress, isOwnMachine, listAddressTiers } from '#server/http/client-address.ts';
import { createQueues, type QueueLimit } from '#server/rate-limit/create-queues.ts';

export type ConcurrencyLimit = {
  /**
   * Runs work once its caller, its address and the server have a free slot.
   * @param address the network address of the request; requests from this machine are not limited by address
   * @returns the result of the work, or null without running it if one of the queues is full
   */
  readonly run: <Value>(source: Source, work: () => Promise<Value>) => Promise<Value | null>;
};

/** `size` is the number of characters that the request keeps in memory while it waits. */
type Source = { readonly caller: Caller; readonly address: string; readonly size: number };

export type ConcurrencyLimits = {
  /** For one account, or for all anonymous callers of one address. */
  readonly caller: QueueLimit;
  /** For one IPv4 address or one IPv6 /64. Larger IPv6 networks have higher limits (`listAddressTiers`). */
  readonly address: QueueLimit;
  readonly total: QueueLimit;
};

/** @param connections the number of database connections for requests */
export const defaultConcurrency = (connections: number): ConcurrencyLimits => ({
  caller: { concurrent: 2, waiting: 100, size: 8 * MEGABYTE },
  // More than one device of a household uses a connection for milliseconds.
  address: { concurrent: 4, waiting: 200, size: 32 * MEGABYTE },
  total: { concurrent: connections, waiting: 1_000, size: 128 * MEGABYTE },
});

const MEGABYTE = 1024 * 1024;

/** Counts in this process only. Operators (the service role) are not limited. */
export function createConcurrencyLimit(limits: ConcurrencyLimits): ConcurrencyLimit {
  const [byCaller, byAddress, total] = [createQueues(), createQueues(), createQueues()];
  return {
    async run<Value>({ caller, address, size }: Source, work: () => Promise<Value>): Promise<Value | null> {
      if (caller.role === 'service_role') return work();
      const subject =
        typeof caller.claims['sub'] === 'string' ? caller.claims['sub'] : `anonymous ${groupAddress(address)}`;
      const tiers = isOwnMachine(address) ? [] : listAddressTiers(address);
      // From the smallest network to the largest, and then through the queue of all callers.
      const runByAddress = tiers.reduceRight<() => Promise<Value | null>>(
        (next, { key, factor }) =>
          () =>
            byAddress.run({ key, size }, scaleLimit(limits, factor), next),
        () => total.run({ key: '', size }, limits.total, work),
      );
      return byCaller.run({ key: subject, size }, limits.caller, runByAddress);
    },
  };
}

/** The limit of a network. None can occupy more than half of all connections, however large it is. */
function scaleLimit({ address, total }: ConcurrencyLimits, factor: number): QueueLimit {
  const scale = (one: number, all: number): number => Math.max(one, Math.min(one * factor, Math.floor(all / 2)));
  return {
    concurrent: scale(address.concurrent, total.concurrent),
    waiting: scale(address.waiting, total.waiting),
    size: scale(address.size, total.size),
  };
}
