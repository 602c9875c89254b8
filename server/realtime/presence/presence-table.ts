/** Reads and writes the presences of all processes in the database (bootstrap/0006_private_channels.sql). */
import type { Sql } from '#server/database/database.ts';
import type { Presence, PresencesByRef } from './presence.ts';

/** The channel of notifications. They are JSON: `{topic, from}`. Those of migrations, about changed permissions, have no `from`. */
export const CHANNEL = 'realtime_topic';

/** A process that was not seen for this long is dead. */
const LIFETIME = '30 seconds';

/** The most presences of a topic that are sent to a client. */
const MAX_LOADED = 1_000;

/** A row of realtime.presences. */
export type Stored = { readonly ref: string; readonly topic: string; readonly content: string };

export const topicsOf = (rows: readonly Stored[]): string[] => [...new Set(rows.map(({ topic }) => topic))];

export type Batch = Record<'added' | 'removed', readonly Stored[]>;

/** Writes and notifies the other processes in one statement. Returns whether the process had no row before. */
export async function writeBatch(sql: Sql, own: string, { added, removed }: Batch): Promise<boolean> {
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

export async function loadTopic(sql: Sql, topic: string): Promise<PresencesByRef> {
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
export async function removeDead(sql: Sql): Promise<void> {
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
export async function removeProcess(sql: Sql, own: string): Promise<void> {
  await sql`
    with process as (delete from realtime.processes where id = ${own}),
      removed as (delete from realtime.presences where process = ${own} returning topic)
    select pg_notify(${CHANNEL}, json_build_object('topic', topic)::text) from (select distinct topic from removed) t`;
}
