/** For tests: creates databases with values that are hard to save, and describes their rows as text. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Database, Sql } from '#server/database/database.ts';
import { createTestUrl } from '#server/testing/test-database.ts';

export type SavedDatabases = {
  /** A folder that is removed after the tests. */
  readonly folder: string;
  /** Creates a database with accounts and rows. */
  readonly fill: () => Promise<{ readonly database: Database; readonly url: string }>;
  /** Connects to a database, or to a new empty one, without migrating the schema. */
  readonly open: (url?: string) => Promise<Sql>;
  readonly end: () => Promise<void>;
};

export async function createSavedDatabases(): Promise<SavedDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'checklist-backup-'));
  const ends: (() => Promise<unknown>)[] = [];
  return {
    folder,
    async fill() {
      const url = await createTestUrl();
      const database = await connectDatabase({ url, poolSize: 4 });
      ends.push(database.close);
      await fillDatabase(database.sql);
      return { database, url };
    },
    async open(url) {
      const sql = postgres(url ?? (await createTestUrl()), { max: 2, onnotice: () => undefined });
      ends.push(() => sql.end());
      return sql;
    },
    async end() {
      await Promise.all(ends.map((end) => end()));
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Texts that break a careless format. */
const HARD_TEXTS = ['\\.', '\\N', 'a\tb\nc\r\nd\\e', '"; drop table x; --', 'Käse 🧀', '', '{"end":true}', '\u2028'];

export const ANN = '0f000000-0000-4000-8000-00000000000a';
export const BOB = '0f000000-0000-4000-8000-00000000000b';

async function fillDatabase(sql: Sql): Promise<void> {
  await sql`insert into auth.users (id, email, raw_user_meta_data)
    values (${ANN}, 'ann@example.org', ${sql.json({ name: 'Ann\n\\.' })}), (${BOB}, 'bob@example.org', '{}')`;
  await sql`insert into auth.identities (user_id, provider, provider_id) values (${ANN}, 'email', ${ANN})`;
  const [session] = await sql<{ id: string }[]>`insert into auth.sessions (user_id) values (${ANN}) returning id`;
  for (let nth = 0; nth < 3; nth += 1) {
    await sql`insert into auth.refresh_tokens (token_hash, nonce, session_id, parent_id)
      values (${Buffer.from([0, 10, 92, nth])}, ${Buffer.from('n')}, ${session?.id ?? ''},
        (select max(id) from auth.refresh_tokens))`;
  }
  await sql`insert into auth.secrets (name, value) values ('secrets', '{"jwtSecret": "kept"}')`;
  await sql`insert into auth.one_time_tokens (token_hash, user_id, type) values ('t', ${ANN}, 'recovery')`;
  for (const [index, name] of HARD_TEXTS.entries()) {
    for (const [user, id] of [
      [ANN, 'a'],
      [BOB, 'b'],
    ] as const) {
      await sql`insert into grocery_items (id, user_id, name, device_id, device_seq)
        values (${`${id}-${index}`}, ${user}, ${name}, 'phone', ${index + 1})`;
    }
  }
  await sql`insert into saved_lists (id, user_id, items) values ('s', ${ANN}, ${sql.json(HARD_TEXTS)})`;
  await sql`insert into user_profiles (id, username) values (${ANN}, 'Ann')`;
}

/** Returns every row of every table as text, without versions and without tables that a restore excludes. */
export async function describeDatabase(sql: Sql): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await sql<{ name: string }[]>`select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('auth', 'public')
      and tablename not in ('sync_state', 'rate_limits', 'one_time_tokens') order by 1`;
  const rows: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: string }[]>(
      `select (to_jsonb(t.*) - 'version')::text as row from ${name} t order by 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
