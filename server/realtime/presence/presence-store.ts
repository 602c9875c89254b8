/** Keeps the presences of this process in the database, where all processes read them (bootstrap/0006_private_channels.sql). */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '#server/database/database.ts';
import { isObject, parseJson, type Presence, type PresencesByRef } from '#server/realtime/protocol/frame.ts';

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

/** The channel of notifications. They are JSON: `{topic, from}`. Those of migrations, about changed permissions, have no `from`. */
const CHANNEL = 'realtime_topic';

/** A process that was not seen for this long is dead. */
const LIFETIME = '30 seconds';

/** The most presences of a topic that are sent to a client. */
const MAX_LOADED = 1_000;

/** A row of realtime.presences. */
type Stored = { readonly ref: string; readonly topic: string; readonly content: string };

const topicsOf = (rows: readonly Stored[]): string[] => [...new Set(rows.map(({ topic }) => topic))];

type Batch = Record<'added' | 'removed', readonly Stored[]>;

/** Writes and notifies the other processes in one statement. Returns whether the process had no row before. */
async function writeBatch(sql: Sql, own: string, { added, removed }: Batch): Promise<boolean> {
  const columnOf = (name: keyof Stored): string[] => added.map((one) => one[name]);
  const [row] = await sql<{ isNew: boolean }[]>`
    with seen as (
      insert into realtime.processes (id) values (${own})
        on conflict (id) do update set seen_at = now() returning xmax = 0 as is_new
    ), removed as (
      delete from realtime.presences where ref = any (${removed.map(({ ref }) => ref)}::text[])
    ), added as (
      insert into realtime.presences (ref, process, topic, content)
      select n.ref, ${own}, n.topic, n.content
        from unnest(${columnOf('ref')}::text[], ${columnOf('topic')}::text[], ${columnOf('content')}::text[])
          as n (ref, topic, content)
        on conflict (ref) do nothing
    ), notified as (
      select pg_notify(${CHANNEL}, json_build_object('from', ${own}::text, 'topic', topic)::text)
        from unnest(${topicsOf([...added, ...removed])}::text[]) topic
    )
    select is_new as "isNew", (select count(*) from notified) from seen`;
  return row?.isNew ?? false;
}

async function loadTopic(sql: Sql, topic: string): Promise<PresencesByRef> {
  const rows = await sql<{ ref: string; content: string }[]>`
    select p.ref, p.content from realtime.presences p join realtime.processes s on s.id = p.process
     where p.topic = ${topic} and s.seen_at > now() - ${LIFETIME}::interval
     order by p.ref limit ${MAX_LOADED}`;
  return new Map(rows.map(({ ref, content }) => [ref, { ref, ...parseContent(content) }]));
}

function parseContent(content: string): Pick<Presence, 'key' | 'meta'> {
  // Written by `add`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(content) as Pick<Presence, 'key' | 'meta'>;
}

/** Removes the presences of processes that are not alive. Skips locked rows, because several processes do this at the same time. */
async function removeDead(sql: Sql): Promise<void> {
  await sql`
    with dead as (
      delete from realtime.processes where id in (
        select id from realtime.processes where seen_at <= now() - ${LIFETIME}::interval for update skip locked
      )
    ), removed as (
      delete from realtime.presences where ref in (
        select p.ref from realtime.presences p
         where not exists (
           select from realtime.processes s where s.id = p.process and s.seen_at > now() - ${LIFETIME}::interval
         )
         for update skip locked
      ) returning topic
    )
    select pg_notify(${CHANNEL}, json_build_object('topic', topic)::text) from (select distinct topic from removed) t`;
}

/** Removes a process and its presences. */
async function removeProcess(sql: Sql, own: string): Promise<void> {
  await sql`
    with process as (delete from realtime.processes where id = ${own}),
      removed as (delete from realtime.presences where process = ${own} returning topic)
    select pg_notify(${CHANNEL}, json_build_object('topic', topic)::text) from (select distinct topic from removed) t`;
}
