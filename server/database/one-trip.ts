/** A whole transaction in one round trip: begin, statements and commit are sent together, and answered together. */
import type { Sql } from 'postgres';
import type { Callers } from './callers.ts';

/**
 * Runs a transaction whose statements are all known beforehand. It is for callers' connections: were the begin itself to
 * fail, the rest would run outside of any transaction, and there those connections have no rights.
 * @param send sends its statements at once, before it waits for anything
 * @returns what `send` gives; rejects with the first thing that failed
 */
export function inOneTrip<T>(
  callers: Callers,
  begin: 'begin' | 'begin read only',
  send: (connection: Sql) => Promise<T>,
): Promise<T> {
  return callers.lend(async (connection) => {
    const begun = connection.unsafe(begin).execute();
    const sent = send(connection);
    const ended = connection.unsafe('commit').execute();
    // The connection is lent until all is answered: the next transaction must not find anything of this one on its way.
    await Promise.allSettled([begun, sent, ended]);
    await begun;
    const value = await sent;
    const { command } = await ended;
    // A transaction in which something failed answers a commit so, too.
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
    return value;
  });
}
