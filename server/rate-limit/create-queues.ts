/** Limits how much work runs at the same time for each key, such as an account. More work waits in a queue. */
import pLimit, { type LimitFunction } from 'p-limit';

/** How much work may run, how much more may wait, and the total size beyond which none may wait. */
export type QueueLimit = { readonly concurrent: number; readonly waiting: number; readonly size: number };

export type Queues = {
  /** @returns the result of the work, or null without running it if the queue is full */
  readonly run: <Value>(entry: Entry, limit: QueueLimit, work: () => Promise<Value | null>) => Promise<Value | null>;
};

type Queue = { readonly limit: LimitFunction; length: number; size: number };

type Entry = { readonly key: string; readonly size: number };

/** Creates a queue for each key, and removes it when it is empty. Counts in this process only. */
export function createQueues(): Queues {
  const queueByKey = new Map<string, Queue>();
  return {
    async run<Value>(
      { key, size }: Entry,
      { concurrent, waiting, size: most }: QueueLimit,
      work: () => Promise<Value | null>,
    ): Promise<Value | null> {
      const queue = queueByKey.get(key) ?? { limit: pLimit(concurrent), length: 0, size: 0 };
      if (queue.length >= concurrent + waiting) return null;
      if (queue.length >= concurrent && queue.size + size > most) return null;
      queueByKey.set(key, queue);
      queue.length += 1;
      queue.size += size;
      try {
        return await queue.limit(work);
      } finally {
        queue.length -= 1;
        queue.size -= size;
        if (queue.length === 0) queueByKey.delete(key);
      }
    },
  };
}
