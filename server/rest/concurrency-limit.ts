/** Who may go to the database: an account alone must not hold all of its connections. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Caller } from '#server/database/database.ts';

export type Turns = {
  /** Runs work when it is its caller's turn. Gives null, and runs nothing, where too much of that caller waits already. */
  readonly take: <Value>(caller: Caller, work: () => Promise<Value>) => Promise<Value | null>;
};

type Limits = {
  /** So many requests of an account are in the database at once. Its writes wait for each other there anyway. */
  readonly atOnce: number;
  /** So many more wait in line. */
  readonly waiting: number;
};

/** Counts in this process alone. Those who have not signed in are one caller; operators do not wait. */
export function createTurns({ atOnce, waiting }: Limits): Turns {
  const lineBySubject = new Map<string, { readonly queue: LimitFunction; length: number }>();
  return {
    async take(caller, work) {
      if (caller.role === 'service_role') return work();
      const subject = typeof caller.claims['sub'] === 'string' ? caller.claims['sub'] : '';
      const line = lineBySubject.get(subject) ?? { queue: pLimit(atOnce), length: 0 };
      if (line.length >= atOnce + waiting) return null;
      lineBySubject.set(subject, line);
      line.length += 1;
      try {
        return await line.queue(work);
      } finally {
        line.length -= 1;
        if (line.length === 0) lineBySubject.delete(subject);
      }
    },
  };
}
