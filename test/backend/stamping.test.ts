/** Assigning versions in supabase/migrations: large writes, replays, and statements of every kind. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Caller, TransactionSql } from '#server/database/database.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

type Account = Caller & { readonly id: string };

async function addAccount(): Promise<Account> {
  const [row] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const id = row?.id ?? '';
  return { id, role: 'authenticated', claims: { sub: id } };
}

const request = { method: 'POST', path: '/', headers: {} };
const runAs = <T>(caller: Caller, work: (tx: TransactionSql) => Promise<T>): Promise<T> =>
  database.runAs({ caller, request, readOnly: false }, work);

type State = { readonly version: number; readonly devices: number };

async function readState({ id }: Account): Promise<State | undefined> {
  const [state] = await database.sql<State[]>`select version::int,
    (select count(*)::int from jsonb_object_keys(seen)) as devices from public.sync_state where list_id = ${id}`;
  return state;
}

async function readVersions({ id }: Account): Promise<readonly number[]> {
  const rows = await database.sql<{ version: number }[]>`select version::int from public.grocery_items
    where user_id = ${id} union all select version::int from public.categories where user_id = ${id} order by 1`;
  return rows.map(({ version }) => version);
}

/** Upserts rows of a device with a range of numbers. Returns how many took effect. */
async function deliver(account: Account, device: string, [from, to]: readonly [number, number]): Promise<number> {
  const rows = await runAs(
    account,
    (tx) => tx`insert into public.grocery_items (id, name, device_id, device_seq)
      select ${account.id} || '/' || n, 'x', ${device}, n from generate_series(${from}::int, ${to}::int) n
      on conflict (id) do update set name = excluded.name returning id`,
  );
  return rows.length;
}

/** Counts how often Postgres wrote the row of sync_state, including dead rows. */
async function countWrites(account: Account, work: (tx: TransactionSql) => Promise<unknown>): Promise<number> {
  return runAs(account, async (tx) => {
    const before = await readWrites(tx);
    await work(tx);
    return (await readWrites(tx)) - before;
  });
}

async function readWrites(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ writes: number }[]>`select (pg_stat_get_xact_tuples_inserted(t) +
    pg_stat_get_xact_tuples_updated(t))::int as writes from (select 'public.sync_state'::regclass::oid as t) named`;
  return row?.writes ?? 0;
}

describe('[Y5] a write of many rows', () => {
  test.each([
    ['of one device', `'phone'`],
    ['of as many devices as rows', `'device ' || n`],
  ])("%s updates the account's sync state as often as a small write", async (_devices, device) => {
    const account = await addAccount();
    const insert = (rows: number) =>
      countWrites(account, (tx) =>
        tx.unsafe(`insert into public.grocery_items (device_id, device_seq)
          select ${device}, ${rows} + n from generate_series(1, ${rows}) n`),
      );
    expect(await insert(10)).toBe(1);
    expect(await insert(1_000)).toBe(1);
    const update = (tx: TransactionSql) => tx`update public.grocery_items set checked = true`;
    expect(await countWrites(account, update)).toBe(1);
    expect(await readState(account)).toMatchObject({ version: 2_020 });
    expect(new Set(await readVersions(account)).size).toBe(1_010);
  });
});

describe('[Y1] an applied sequence number', () => {
  test('is skipped when repeated in the same statement, in the same transaction, and later', async () => {
    const account = await addAccount();
    expect(await deliver(account, 'phone', [1, 5])).toBe(5);
    expect(await deliver(account, 'phone', [3, 7])).toBe(2);
    expect(await deliver(account, 'phone', [1, 7])).toBe(0);
    expect(await deliver(account, 'tablet', [1, 2])).toBe(2);
    const twice = (tx: TransactionSql) => tx`insert into public.grocery_items (name, device_id, device_seq)
      values ('a', 'watch', 1), ('b', 'watch', 1), ('c', 'watch', 2) returning name`;
    const rows = await runAs(account, async (tx) => [...(await twice(tx)), ...(await twice(tx))]);
    expect(rows).toEqual([{ name: 'a' }, { name: 'c' }]);
    expect(await readState(account)).toMatchObject({ devices: 3 });
  });

  test('does not count as applied if its transaction or savepoint was rolled back', async () => {
    const account = await addAccount();
    await deliver(account, 'phone', [1, 2]);
    await runAs(account, async (tx) => {
      await tx`insert into public.categories (name) values ('before')`;
      const undone = tx.savepoint(async (part) => {
        await part`insert into public.grocery_items (device_id, device_seq) values ('phone', 3)`;
        await part`select 1 / 0`;
      });
      await expect(undone).rejects.toMatchObject({ code: '22012' });
      expect(
        await tx`insert into public.grocery_items (device_id, device_seq) values ('phone', 3) returning version::int`,
      ).toEqual([{ version: 4 }]);
    });
    expect(await readState(account)).toMatchObject({ version: 4 });
  });

  test('is kept for the latest 200 devices, and a device with a very long name is refused', async () => {
    const account = await addAccount();
    await deliver(account, 'first', [1, 1]);
    await deliver(account, 'second', [1, 1]);
    for (let device = 0; device < 198; device += 1) await deliver(account, `device-${device}`, [1, 1]);
    expect(await readState(account)).toMatchObject({ devices: 200 });
    expect(await deliver(account, 'first', [1, 2])).toBe(1);
    await deliver(account, 'one more', [1, 1]);
    expect(await readState(account)).toMatchObject({ devices: 200 });
    // The second device has the oldest write, so it was replaced.
    expect(await deliver(account, 'first', [1, 2])).toBe(0);
    expect(await deliver(account, 'second', [1, 1])).toBe(1);
    await deliver(account, 'x'.repeat(100), [1, 1]);
    expect(await deliver(account, 'x'.repeat(100), [1, 1])).toBe(0);
    await expect(deliver(account, 'x'.repeat(101), [1, 1])).rejects.toMatchObject({ code: 'PT422' });
  });
});

describe('[Y5] versions are unique and stored', () => {
  test('over several statements of one transaction, some without changes', async () => {
    const account = await addAccount();
    await runAs(account, async (tx) => {
      await tx`insert into public.grocery_items (id) values (${`${account.id}/a`}), (${`${account.id}/b`})`;
      await tx`insert into public.grocery_items (id) values (${`${account.id}/a`}) on conflict do nothing`;
      await tx`update public.grocery_items set checked = true where false`;
      await tx`insert into public.categories (name) select 'none' where false`;
      await tx`with more as (insert into public.grocery_items (name) values ('c') returning id)
        insert into public.categories (name) select id from more`;
      await tx`update public.categories set name = 'd'`;
    });
    const versions = await readVersions(account);
    expect(versions).toHaveLength(4);
    expect(new Set(versions).size).toBe(4);
    expect(await readState(account)).toMatchObject({ version: Math.max(...versions) });
  });

  test('if a trigger runs another statement', async () => {
    const other = await createTestDatabase();
    await other.sql.unsafe(`
      create function public.echo() returns trigger language plpgsql as $$
      begin
        insert into public.categories (user_id, name) values (new.user_id, new.name);
        return new;
      end $$;
      create trigger echo_before before insert on public.grocery_items for each row execute function public.echo();
      create trigger z_echo_after after insert on public.grocery_items for each row execute function public.echo();
      insert into auth.users default values;
      insert into public.grocery_items (user_id, name) select id, n::text from auth.users, generate_series(1, 5) n;
    `);
    const [counted] = await other.sql`select count(distinct version)::int as versions, max(version)::int as latest,
      (select version::int from public.sync_state) as kept
      from (select version from public.grocery_items union all select version from public.categories) stamped`;
    await other.close();
    expect(counted).toEqual({ versions: 15, latest: 15, kept: 15 });
  });

  test('if an operator writes rows of several accounts at once', async () => {
    const accounts = [await addAccount(), await addAccount()];
    const operator = { role: 'service_role', claims: {} };
    const ids = accounts.map(({ id }) => id);
    await runAs(operator, async (tx) => {
      await tx`insert into public.grocery_items (user_id, device_id, device_seq)
        select id::uuid, 'till', n from generate_series(1, 4) n, unnest(${ids}::text[]) id order by n`;
      await tx`update public.grocery_items set checked = true where user_id = any(${ids}::uuid[])`;
    });
    for (const account of accounts) {
      expect(await readVersions(account)).toEqual([5, 6, 7, 8]);
      expect(await readState(account)).toEqual({ version: 8, devices: 1 });
    }
  });

  test('if a transaction changes its user', async () => {
    const [ann, bob] = [await addAccount(), await addAccount()];
    const become = (tx: TransactionSql, { claims }: Account) =>
      tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await runAs(ann, async (tx) => {
      for (const who of [ann, bob, ann, bob]) {
        await become(tx, who);
        await tx`insert into public.grocery_items (name) values ('mine')`;
      }
    });
    expect(await readVersions(ann)).toEqual([1, 2]);
    expect(await readVersions(bob)).toEqual([1, 2]);
  });
});
