/** Versions become visible in the order of commits, so that a pull above a cursor never skips a row. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TableName } from '#core/list/row.ts';
import type { Patch } from '#core/diff/diff.ts';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createPostgresServer } from './postgres-server.ts';
import type { Server } from './server.ts';

const WRITERS = 5;
const WRITES = 30;

let database: Database;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

test('[Y5] a pull during writes of five devices sees the last state of every row', async () => {
  await createDawdle();
  const { seen, versions } = await readWhileWriting();
  expect(seen).toEqual(versions);
});

test('[Y5] without the lock of the list, the same pull skips rows', async () => {
  await createDawdle();
  await database.sql.unsafe(`
    create sequence public.versions;
    grant usage on public.versions to authenticated;
    create or replace function public.assign_version() returns trigger language plpgsql as $$
    begin
      new.version := nextval('public.versions');
      if tg_table_name <> 'lists' then
        new.list_id := new.user_id;
      end if;
      return new;
    end $$;
    drop trigger lock_account on public.grocery_items;
    drop trigger lock_account on public.categories;
  `);
  const { seen, versions } = await readWhileWriting();
  expect(seen).not.toEqual(versions);
});

/** Some transactions take long between their versions and their commit. */
async function createDawdle(): Promise<void> {
  await database.sql.unsafe(`
    create function public.dawdle() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(random() * 0.01);
      return null;
    end $$;
    create trigger dawdle after insert or update on public.grocery_items for each row execute function public.dawdle();
    create trigger dawdle after insert or update on public.categories for each row execute function public.dawdle();
  `);
}

/** The versions that the reader saw last by row, and the final versions. */
async function readWhileWriting() {
  const server = await createPostgresServer(database);
  const seen = new Map<string, number>();
  const cursors = { items: 0, categories: 0 };
  const pull = async (table: 'items' | 'categories'): Promise<void> => {
    const page = await server.pull(table, cursors[table]);
    for (const { row, version } of page.ok ? page.value.rows : []) {
      seen.set(`${table}/${row.id}`, version);
      cursors[table] = Math.max(cursors[table], version);
    }
    if (page.ok && page.value.isFull) await pull(table);
  };
  const state = { isOver: false };
  const read = async (): Promise<void> => {
    while (!state.isOver) {
      await pull('items');
      await pull('categories');
    }
  };
  const reading = read();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(server, writer)));
  state.isOver = true;
  await reading;
  await pull('items');
  await pull('categories');
  return { seen, versions: await readVersions() };
}

async function write(server: Server, writer: number): Promise<void> {
  for (let seq = 1; seq <= WRITES; seq += 2) {
    const patches = [seq, seq + 1].map((number) => ({ seq: number, patch: patchOf(writer, number) }));
    const pushed = await server.push({ table: patchTable(writer), deviceId: `device ${writer}`, patches }, null);
    expect(pushed).toMatchObject({ ok: true });
  }
}

/** Writers share one row. They write their other rows only once, so that a skipped one is never seen. */
const patchOf = (writer: number, seq: number): Patch => ({
  table: patchTable(writer),
  id: seq % 3 === 0 ? 'shared' : `row ${writer} ${seq}`,
  fields: { name: `${writer} ${seq}` },
});

const patchTable = (writer: number): 'items' | 'categories' => (writer % 2 === 0 ? 'items' : 'categories');

async function readVersions(): Promise<ReadonlyMap<string, number>> {
  const versions = async (table: TableName, from: string) =>
    (await database.sql.unsafe<{ id: string; version: string }[]>(`select id, version from public.${from}`)).map(
      ({ id, version }) => [`${table}/${id.replace(/^.*\//u, '')}`, Number(version)] as const,
    );
  return new Map([...(await versions('items', 'grocery_items')), ...(await versions('categories', 'categories'))]);
}
