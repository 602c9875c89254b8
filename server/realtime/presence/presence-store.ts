/** Keeps the presences of this process in the database, where all processes read them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '#server/database/database.ts';
import { isObject, parseJson } from '#server/realtime/protocol/frame.ts';
import type { Presence, PresencesByRef } from './presence.ts';
import { CHANNEL, loadTopic, removeDead, removeProcess, topicsOf, writeBatch } from './presence-table.ts';
import type { Stored } from './presence-table.ts';

/** The most milliseconds that a shutdown waits. Other processes forget the presences of a stopped one anyway. */
const CLOSE_MS = 1000;

export type PresenceStore = {
  /** Adds a presence of this process. It is written soon; `refresh` repeats a write that failed. */
  readonly add: (topic: string, presence: Presence) => void;
  readonly remove: (presence: Presence) => void;
  /** Reads the presences of a topic in all processes. Rejects if the database is unavailable. */
  readonly load: (topic: string) => Promise<PresencesByRef>;
  /** Shows other processes that this one is alive, and removes the presences of those that are not. Call it every 10 s. */
  readonly refresh: () => Promise<void>;
  /** Removes the presences of this process, for a second at most. */
  readonly close: () => Promise<void>;
};

type StoreParts = {
  readonly sql: Sql;
  /** Called when the presences of a topic, or the permissions of its callers, may have changed. */
  readonly onChange: (topic: string) => void;
  readonly onFailure: (error: unknown) => void;
};

export function createPresenceStore({ sql, onChange, onFailure }: StoreParts): PresenceStore {
  const own = randomUUID();
  const rowByRef = new Map<string, Stored>();
  const writer = createWriter({ sql, own, rowByRef, onChange });
  const listening = sql.listen(CHANNEL, (payload) => {
    const notice = parseJson(payload);
    if (isObject(notice) && notice['from'] !== own && typeof notice['topic'] === 'string') onChange(notice['topic']);
  });
  listening.catch(onFailure);
  let isUsed = false;
  const removeOwn = async (): Promise<void> => {
    await Promise.allSettled([writer.write()]);
    await Promise.allSettled([removeProcess(sql, own)]);
  };
  return {
    add(topic, { ref, key, meta }) {
      isUsed = true;
      const row = { ref, topic, content: JSON.stringify({ key, meta }) };
      rowByRef.set(ref, row);
      writer.enqueue(row).catch(onFailure);
    },
    remove({ ref }) {
      const row = rowByRef.get(ref);
      rowByRef.delete(ref);
      if (row !== undefined) writer.enqueue(row).catch(onFailure);
    },
    load: (topic) => loadTopic(sql, topic),
    async refresh() {
      await writer.write();
      await removeDead(sql);
    },
    async close() {
      await listening.then((listener) => listener.unlisten()).catch(() => undefined);
      // Requests may use all connections of the pool until they are cut off.
      if (isUsed) await Promise.race([removeOwn(), wait(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

type WriterParts = Pick<StoreParts, 'sql' | 'onChange'> & {
  /** The id of this process. */
  readonly own: string;
  /** What the database should have of this process. */
  readonly rowByRef: ReadonlyMap<string, Stored>;
};

/** Writes one batch at a time: all rows that were added or removed in the meantime. */
function createWriter({ sql, own, rowByRef, onChange }: WriterParts) {
  const unwritten = new Set<Stored>();
  let writing: Promise<void> | null = null;
  const isWanted = (row: Stored): boolean => rowByRef.get(row.ref) === row;
  const writeRows = async (rows: readonly Stored[]): Promise<void> => {
    const added = rows.filter(isWanted);
    const isNew = await writeBatch(sql, own, { added, removed: rows.filter((row) => !isWanted(row)) });
    // Another process took this one for dead, or the database has crashed and emptied its unlogged tables.
    const lost = isNew ? [...rowByRef.values()].filter((row) => !added.includes(row)) : [];
    for (const row of lost) unwritten.add(row);
    for (const topic of topicsOf(rows)) onChange(topic);
  };
  const writeAll = async (): Promise<void> => {
    // A presence and the one it replaces are written together, so that no client sees a gap.
    await Promise.resolve();
    const rows = [...unwritten];
    unwritten.clear();
    try {
      await writeRows(rows);
    } catch (error) {
      for (const row of rows) unwritten.add(row);
      throw error;
    } finally {
      writing = null;
    }
    if (unwritten.size > 0) await write();
  };
  const write = (): Promise<void> => (writing ??= writeAll());
  const enqueue = (row: Stored): Promise<void> => {
    unwritten.add(row);
    return write();
  };
  return { enqueue, write };
}
