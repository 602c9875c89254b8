/** Connections on which whole transactions are sent at once, each as its caller. */
import postgres from 'postgres';
import type { Sql } from 'postgres';
import { createQueue } from '#server/create-queue.ts';
import { isConnectionLost } from './connection-lost.ts';
import { closeQuietly, CONNECTION } from './connection.ts';
import { createKeptStatements, forgetAll } from './kept-statements.ts';
import type { KeptStatements } from './kept-statements.ts';

export type Callers = {
  /** Runs work on a connection that nobody else has until it ends; waits in line for one. */
  readonly lend: <T>(work: (connection: Sql, kept: KeptStatements) => Promise<T>) => Promise<T>;
  /** @throws where a connection has the rights of the server: a pooler in between may have dropped what it asked for */
  readonly check: () => Promise<void>;
  /** What comes later is refused with CONNECTION_ENDED. */
  readonly close: () => Promise<void>;
};

type CallerConnection = { readonly sql: Sql; readonly kept: KeptStatements };

/**
 * Gives so many connections, opened when they are needed, and opened again after a loss. Outside of a transaction they are
 * nobody's: what was meant for a caller and runs there by mistake is refused.
 */
export function connectCallers(url: string, count: number): Callers {
  const open = (): CallerConnection => connectCaller(url);
  const all = new Set(Array.from({ length: count }, open));
  const free = [...all];
  const takeTurn = createQueue(count);
  let isClosed = false;
  /** The driver forgets what comes between the loss of a connection and the news of it: another one begins anew. */
  const replace = (lost: CallerConnection): CallerConnection => {
    if (isClosed) return lost;
    const next = open();
    all.delete(lost);
    all.add(next);
    void closeQuietly(lost.sql);
    return next;
  };
  const lend: Callers['lend'] = (work) =>
    takeTurn(async () => {
      // There are as many turns as connections.
      let connection = free.pop() ?? open();
      try {
        return await work(connection.sql, connection.kept);
      } catch (error) {
        if (isConnectionLost(error)) connection = replace(connection);
        throw error;
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
    async close() {
      isClosed = true;
      await Promise.all(Array.from(all, ({ sql }) => closeQuietly(sql)));
    },
  };
}

/** A pool of one. A pool's own way to reserve a connection loses those who wait when one of its connections ends. */
function connectCaller(url: string): CallerConnection {
  const kept = createKeptStatements();
  // A short write has no limit of its own: its statement is one with all that goes along (bootstrap/0010).
  const connection = { ...CONNECTION.connection, role: 'anon', statement_timeout: 8_000 };
  return { sql: postgres(url, { ...CONNECTION, max: 1, connection, onclose: () => forgetAll(kept) }), kept };
}
