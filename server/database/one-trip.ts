/** A whole transaction in one round trip: begin, statements and commit are sent together, and answered together. */
import postgres from 'postgres';
import type { ReservedSql, Sql } from 'postgres';
import { isConnectionLost } from './connection-lost.ts';
import { CONNECTION } from './connection.ts';

/**
 * Connections on which whole transactions are sent at once, each as its caller. Outside of a transaction they are nobody's:
 * what was meant for a caller and runs there by mistake is refused.
 */
export const connectCallers = (url: string, max: number): Sql =>
  postgres(url, { ...CONNECTION, max, connection: { ...CONNECTION.connection, role: 'anon' } });

/**
 * Runs a transaction whose statements are all known beforehand. It is for callers' connections (`connectCallers`): were the
 * begin itself to fail, the rest would run outside of any transaction, and there those connections have no rights.
 * @param send sends its statements at once, before it waits for anything
 * @returns what `send` gives; rejects with the first thing that failed, and then nothing has happened, unless the connection
 *   was lost: then nobody knows
 */
export async function inOneTrip<T>(
  callers: Sql,
  begin: 'begin' | 'begin read only',
  send: (connection: ReservedSql) => Promise<T>,
): Promise<T> {
  const connection = await callers.reserve();
  const begun = connection.unsafe(begin).execute();
  const sent = send(connection);
  const ended = connection.unsafe('commit').execute();
  try {
    const [, value, { command }] = await Promise.all([begun, sent, ended]);
    // A transaction in which something failed answers a commit so, too.
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
    connection.release();
    return value;
  } catch (error) {
    // A connection that is lost has left the pool by itself.
    const isThere = !isConnectionLost(error) && (await ended.then(always, isRefusal));
    if (isThere) connection.release();
    throw error;
  }
}

const always = (): boolean => true;
const isRefusal = (error: unknown): boolean => !isConnectionLost(error);
