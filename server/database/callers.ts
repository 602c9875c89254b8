/** Connections on which whole transactions are sent at once, each as its caller. */
import postgres from 'postgres';
import type { Sql } from 'postgres';
import { createQueue } from '#server/create-queue.ts';
import { closeQuietly, CONNECTION } from './connection.ts';

export type Callers = {
  /** Runs work on a connection that nobody else has until it ends; waits in line for one. */
  readonly lend: <T>(work: (connection: Sql) => Promise<T>) => Promise<T>;
  /** @throws where a connection has the rights of the server: a pooler in between may have dropped what it asked for */
  readonly check: () => Promise<void>;
  /** What comes later is refused with CONNECTION_ENDED. */
  readonly close: () => Promise<void>;
};

/**
 * Gives so many connections, opened when they are needed, and opened again after a loss. Outside of a transaction they are
 * nobody's: what was meant for a caller and runs there by mistake is refused.
 */
export function connectCallers(url: string, count: number): Callers {
  // Each is a pool of one. A pool's own way to reserve a connection loses those who wait when one of its connections ends.
  const open = () => postgres(url, { ...CONNECTION, max: 1, connection: { ...CONNECTION.connection, role: 'anon' } });
  const all = Array.from({ length: count }, open);
  const free = [...all];
  const takeTurn = createQueue(count);
  const lend: Callers['lend'] = (work) =>
    takeTurn(async () => {
      // There are as many turns as connections.
      const connection = free.pop() ?? open();
      try {
        return await work(connection);
      } finally {
        free.push(connection);
      }
    });
  return {
    lend,
    async check() {
      const [who] = await lend((connection) => connection<{ role: string }[]>`select current_user::text as role`);
      if (who?.role !== 'anon')
        throw new Error('Postgres, or a pooler before it, did not take the role of a connection.');
    },
    close: async () => void (await Promise.all(all.map(closeQuietly))),
  };
}
