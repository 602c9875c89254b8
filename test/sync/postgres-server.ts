/** The real server: the schema of supabase/migrations on Postgres, called as the owner of one account. */
import { randomUUID } from 'node:crypto';
import { personalList } from '#core/account/list-ref.ts';
import type { TableName } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { PushGroup } from '#core/sync/sync-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { groupToWire } from '#device/backend/tables/versioned-tables.ts';
import { readRow, type WireRow } from '#device/backend/tables/wire-rows.ts';
import { listColumn, WIRE_TABLES } from '#device/backend/tables/backend-schema.ts';
import type { Database, TransactionSql } from '#server/database/database.ts';
import { describeRow, refusalOf, type Server } from './server.ts';

/** A number that was sent or applied. */
type Numbered = { readonly deviceId: string; readonly seq: number; readonly id: string };

export type PostgresServer = Server & {
  /** All numbers that arrived. */
  readonly sent: () => readonly Numbered[];
  /** In the order in which they were applied. */
  readonly applied: () => Promise<readonly Numbered[]>;
};

/** Makes the database log each number that it applies. */
export async function logNumbers({ sql }: Database): Promise<void> {
  await sql.unsafe(`
    create table public.applied (
      at bigint generated always as identity, user_id uuid, device_id text, device_seq bigint, id text
    );
    create function public.log_applied() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.applied (user_id, device_id, device_seq, id)
        values (new.user_id, new.device_id, new.device_seq, new.id);
      return null;
    end $$;
    create trigger log_applied after insert or update on public.grocery_items
      for each row when (new.device_id is not null) execute function public.log_applied();
    create trigger log_applied after insert or update on public.categories
      for each row when (new.device_id is not null) execute function public.log_applied();
  `);
}

/** Creates an account and returns its calls. Ids are unique over all accounts, so row ids contain the account's id. */
export async function createPostgresServer({ sql, runAs }: Database): Promise<PostgresServer> {
  const userId = randomUUID();
  await sql`insert into auth.users (id) values (${userId})`;
  await sql`insert into public.categories (id, user_id, name) values
    (${`${userId}/a`}, ${userId}, 'Shelf a'), (${`${userId}/b`}, ${userId}, 'Shelf b')`;
  await sql`insert into public.grocery_items (id, user_id, name, category) values (${`${userId}/a`}, ${userId}, 'a', 'a')`;
  const list = personalList(userId);
  const caller = { role: 'authenticated', claims: { sub: userId } };
  const request = { method: 'POST', path: '/', headers: {} };
  const run = (work: (tx: TransactionSql) => Promise<readonly WireRow[]>, readOnly: boolean) =>
    runAs({ caller, request, readOnly }, work);
  const read = (table: TableName, wire: readonly WireRow[]): readonly VersionedRow[] =>
    wire.map((row) => readRow(table, { ...row, id: toBareId(row['id']) })).filter((row) => row !== null);
  const select = async (table: TableName, where: string, values: (string | number)[]) =>
    read(
      table,
      await run(
        (tx) =>
          tx.unsafe(
            `select * from public.${WIRE_TABLES[table]} where ${listColumn(table, list, true).column} = $1 and ${where}`,
            [userId, ...values],
          ),
        true,
      ),
    );
  const sent: Numbered[] = [];
  let isRefusing = true;
  let pulls = 0;
  return {
    sent: () => sent,
    async applied() {
      const log = await sql`select device_id, device_seq, id from public.applied where user_id = ${userId} order by at`;
      return log.map((row) => ({
        deviceId: String(row['device_id']),
        seq: Number(row['device_seq']),
        id: toBareId(row['id']),
      }));
    },
    async push(group) {
      sent.push(...group.patches.map(({ patch, seq }) => ({ deviceId: group.deviceId, seq, id: patch.id })));
      const refusal = isRefusing ? refusalOf(group) : null;
      if (refusal) return fail(refusal);
      const rows = groupToWire(group, list).map((row) => ({ ...row, id: `${userId}/${String(row['id'])}` }));
      return ok(read(group.table, await run((tx) => upsert(tx, group, rows), false)));
    },
    async pull(table, cursor) {
      pulls += 1;
      const limit = 1 + (pulls % 3);
      const rows = await select(table, 'version > $2 order by version limit $3', [cursor, limit]);
      return ok({ rows, isFull: rows.length === limit });
    },
    reserve: () => null,
    read: (table, id) => select(table, 'id = $2', [`${userId}/${id}`]),
    toggleRefusal() {
      isRefusing = !isRefusing;
    },
    async rows() {
      const rows = [...(await select('items', 'true', [])), ...(await select('categories', 'true', []))];
      return rows.map(({ table, row }) => describeRow(table, row)).toSorted();
    },
  };
}

const toBareId = (id: unknown): string => String(id).replace(/^.*\//u, '');

/** One upsert that sets the columns of the payload and no others, as PostgREST makes it. */
async function upsert(tx: TransactionSql, { table }: PushGroup, rows: readonly WireRow[]): Promise<readonly WireRow[]> {
  const columns = Object.keys(rows[0] ?? {});
  return tx.unsafe(
    `insert into public.${WIRE_TABLES[table]} (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::public.${WIRE_TABLES[table]}, $1::text::json)
     on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     returning *`,
    [JSON.stringify(rows)],
  );
}
