/** Limits the concurrent database requests of each account, so that one account cannot occupy all connections. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Caller } from '#server/database/database.ts';

export type ConcurrencyLimit = {
  /** Runs work once its caller has a free slot. Returns null without running it if the caller's queue is full. */
  readonly run: <Value>(caller: Caller, work: () => Promise<Value>) => Promise<Value | null>;
};

type Limits = {
  /** Concurrent requests of one account. Its writes also wait for each other in the database. */
  readonly concurrent: number;
  /** Further requests of one account that may wait. */
  readonly waiting: number;
};

/** Counts in this process only. All anonymous callers share one slot count; the service role is not limited. */
export function createConcurrencyLimit({ concurrent, waiting }: Limits): ConcurrencyLimit {
  const queueBySubject = new Map<string, { readonly limit: LimitFunction; length: number }>();
  return {
    async run(caller, work) {
      if (caller.role === 'service_role') return work();
      const subject = typeof caller.claims['sub'] === 'string' ? caller.claims['sub'] : '';
      const queue = queueBySubject.get(subject) ?? { limit: pLimit(concurrent), length: 0 };
      if (queue.length >= concurrent + waiting) return null;
      queueBySubject.set(subject, queue);
      queue.length += 1;
      try {
        return await queue.limit(work);
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queueBySubject.delete(subject);
      }
    },
  };
}
