/** Connecting to Postgres: migrations, callers under row level security, and notifications of all processes. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import postgres from 'postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase, createTestUrl } from '#server/testing/test-database.ts';
import { CONNECTION } from './connection.ts';
import { connectDatabase } from './connect-database.ts';
import type { Caller, RowChange } from './database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const request = { method: 'POST', path: '/', headers: {} };
const as = (caller: Caller, readOnly = false) => ({ caller, request, readOnly });

async function addUser(): Promise<Caller> {
  const [row] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  return { role: 'authenticated', claims: { sub: row?.id } };
}

test('[Y1] a repeated write is skipped, and a newer edit of another device stays', async () => {
  const ann = as(await addUser());
  const write = (name: string, device: string, seq: number) =>
    database.runAs(
      ann,
      (tx) => tx`insert into grocery_items (id, user_id, name, device_id, device_seq)
      values ('milk', auth.uid(), ${name}, ${device}, ${seq})
      on conflict (id) do update set name = excluded.name, device_id = excluded.device_id, device_seq = excluded.device_seq
      returning name, version::int`,
    );
  expect(await write('Milk', 'phone', 1)).toEqual([{ name: 'Milk', version: 1 }]);
  expect(await write('Oat milk', 'laptop', 1)).toEqual([{ name: 'Oat milk', version: 3 }]);
  expect(await write('Milk', 'phone', 1)).toEqual([]);
  expect(await database.runAs(ann, (tx) => tx`select name from grocery_items where id = 'milk'`)).toEqual([
    { name: 'Oat milk' },
  ]);
});

test('[Y9] an account cannot read or write another account or the sync state', async () => {
  const [ann, bob] = [as(await addUser()), as(await addUser())];
  await database.runAs(ann, (tx) => tx`insert into grocery_items (id, name) values ('ann-1', 'Tea')`);
  expect(await database.runAs(bob, (tx) => tx`select * from grocery_items`)).toEqual([]);
  expect(
    await database.runAs(bob, (tx) => tx`update grocery_items set name = 'x' where id = 'ann-1' returning id`),
  ).toEqual([]);
  const steal = database.runAs(
    bob,
    (tx) => tx`insert into grocery_items (id, name) values ('ann-1', 'x')
    on conflict (id) do update set name = excluded.name`,
  );
  await expect(steal).rejects.toMatchObject({ code: '42501' });
  const forge = database.runAs(
    bob,
    (tx) => tx`insert into grocery_items (id, user_id) values ('b', ${String(ann.caller.claims['sub'])})`,
  );
  await expect(forge).rejects.toMatchObject({ code: '42501' });
  await expect(database.runAs(bob, (tx) => tx`select * from sync_state`)).rejects.toMatchObject({ code: '42501' });
  await expect(database.runAs(bob, (tx) => tx`delete from grocery_items`)).rejects.toMatchObject({ code: '42501' });
});

test('[wire] a read-only transaction cannot write', async () => {
  const ann = as(await addUser(), true);
  const write = database.runAs(ann, (tx) => tx`insert into grocery_items (id) values ('x')`);
  await expect(write).rejects.toMatchObject({ code: '25006' });
});

test('[Y9] a transaction leaves no settings for the next one on its connection', async () => {
  const url = await createTestUrl();
  const { runAs, callerSql, close } = await connectDatabase({ url, poolSize: 1 });
  const askAs = (id: string) =>
    runAs(as({ role: 'authenticated', claims: { sub: id } }, true), (tx) => tx`select auth.uid()::text as account`);
  const [ann, bob] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  expect(await askAs(ann)).toEqual([{ account: ann }]);
  expect(await askAs(bob)).toEqual([{ account: bob }]);
  const left =
    await callerSql`select current_user = session_user as server, current_setting('request.jwt.claims', true) as claims`;
  expect(left).toEqual([{ server: true, claims: '' }]);
  await close();
});

test('[arch-5] callers connect with a login that owns nothing, inherits nothing and can only become their roles', async () => {
  const { sql, callerSql } = database;
  const [login] = await callerSql<{ name: string }[]>`select session_user::text as name`;
  const name = login?.name ?? '';
  expect(
    await sql`select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = ${name}`,
  ).toEqual([
    {
      rolsuper: false,
      rolinherit: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
    },
  ]);
  expect(
    await sql`select roleid::regrole::text as role from pg_auth_members where member = ${name}::regrole order by 1`,
  ).toEqual([{ role: 'anon' }, { role: 'authenticated' }, { role: 'service_role' }]);
  await expect(callerSql`select 1 from grocery_items`).rejects.toMatchObject({ code: '42501' });
  await expect(callerSql`select 1 from auth.users`).rejects.toMatchObject({ code: '42501' });
});

test('[arch-5] a caller that resets its role gets no rights by it', async () => {
  const ann = as(await addUser());
  for (const escape of ['reset role', 'set role postgres', 'set session authorization default']) {
    const attempt = database.runAs(ann, async (tx) => {
      await tx.unsafe(escape);
      return tx`select encrypted_password from auth.users`;
    });
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  }
});

test('[arch-5] the login follows a new password of the owner, and servers that start at once agree on it', async () => {
  const url = new URL(await createTestUrl());
  const owner = `owner_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await database.sql.unsafe(`create role ${owner} superuser login password 'first'`);
  for (const password of ['first', 'second']) {
    await database.sql.unsafe(`alter role ${owner} password '${password}'`);
    Object.assign(url, { username: owner, password });
    const servers = await Promise.all([1, 2, 3].map(() => connectDatabase({ url: url.href, poolSize: 1 })));
    for (const { callerSql, close } of servers) {
      expect(await callerSql`select session_user::text as name`).toEqual([{ name: `authenticator_${owner}` }]);
      await close();
    }
  }
});

test('[Y6] a lost connection fails the transaction, and the next one works', async () => {
  const { runAs, sql, close } = await connectDatabase({ url: await createTestUrl(), poolSize: 2 });
  const ann = as({ role: 'authenticated', claims: {} });
  const lost = runAs(ann, async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await sql`select pg_terminate_backend(${backend?.pid ?? 0})`;
    return tx`select 1`;
  });
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/CONNECTION|57P01/) });
  expect(await runAs(ann, (tx) => tx`select current_user::text as me`)).toEqual([{ me: 'authenticated' }]);
  await close();
});

test('[Y6] a transaction cannot continue after its connection was lost, and the pool recovers', async () => {
  const { runAs, callerSql: sql, close } = await connectDatabase({ url: await createTestUrl(), poolSize: 1 });
  const killer = postgres(await createTestUrl(), CONNECTION);
  const ann = as({ role: 'authenticated', claims: {} });
  const lost = runAs(ann, async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await killer`select pg_terminate_backend(${backend?.pid ?? 0})`;
    // The pool uses the connection for someone else before this transaction continues.
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    return tx`select 1`;
  });
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/CONNECTION|ECONN/) });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await Promise.all([close(), killer.end()]);
});

test('[Y6] a connection lost while statements are being sent is replaced', async () => {
  const { sql, close } = await connectDatabase({ url: await createTestUrl(), poolSize: 1 });
  const killer = postgres(await createTestUrl(), CONNECTION);
  const lost = sql.begin(async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const killed = killer`select pg_terminate_backend(${backend?.pid ?? 0})`.execute();
    for (let isOpen = true; isOpen;) isOpen = (await tx`select 1`).length === 1;
    await killed;
  });
  await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/CONNECTION|ECONN|57P01/) });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await Promise.all([close(), killer.end()]);
});

test('[Y6] a connection lost while the driver reads the types of arrays is replaced', async () => {
  const url = new URL(await createTestUrl());
  let isLost = false;
  // Passes everything on, but ends the first connection that asks for these types.
  const relay = createServer((client) => {
    const server = connect(Number(url.port), url.hostname).on('error', () => undefined);
    client.pipe(server).pipe(client);
    client.on('data', (asked) => {
      if (isLost || !asked.includes('pg_type')) return;
      isLost = true;
      client.resetAndDestroy();
      server.destroy();
    });
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const { port } = relay.address() as AddressInfo;
  const sql = postgres(Object.assign(new URL(url), { port }).href, { ...CONNECTION, max: 1 });
  const read = () => sql`select ${['a', 'b']}::text[] as both`;
  await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await read()).toEqual([{ both: ['a', 'b'] }]);
  await sql.end();
  relay.close();
});

test('[H12] changes of many large rows are collected without their long values, and those of a few with them', async () => {
  const ann = as(await addUser());
  const heard: RowChange[] = [];
  const stop = database.onChanges((changes) => heard.push(...changes.filter(({ table }) => table === 'saved_lists')));
  await database.runAs(
    ann,
    (tx) => tx`insert into saved_lists (id, name, items)
      select 'large-' || nth, 'Feast', jsonb_build_array(repeat('x', 60000)) from generate_series(1, 60) nth`,
  );
  heard.length = 0;
  const update = (id: string) =>
    database.runAs(ann, (tx) => tx`update saved_lists set deleted = false where id like ${id}`);
  await update('large-1');
  expect(heard).toMatchObject([{ record: { id: 'large-1', items: ['x'.repeat(60_000)] } }]);
  heard.length = 0;
  await update('large-%');
  stop();
  expect(heard).toHaveLength(60);
  expect(JSON.stringify(heard).length).toBeLessThan(100_000);
  expect(heard[0]).toMatchObject({
    record: { id: expect.stringMatching(/^large-/), name: 'Feast' },
    old_record: { name: 'Feast' },
    errors: ['Error 413: Payload Too Large'],
  });
});

test('[H12] after a change of one row, a change of many rows on the same connection reads each of them once', async () => {
  const { sql, close } = await connectDatabase({ url: await createTestUrl(), poolSize: 1 });
  // Postgres converts this column of a row by our function, which counts.
  await sql.unsafe(`
    create type public.color as enum ('red', 'green');
    create sequence public.conversions;
    create function public.color_to_json(given public.color) returns json language plpgsql
      as 'begin perform nextval(''public.conversions''); return to_json(given::text); end';
    create cast (public.color as json) with function public.color_to_json(public.color);
    create table public.colors (id integer primary key, color public.color);
    insert into public.colors select nth, 'red' from generate_series(1, 300) nth;
    alter publication supabase_realtime add table public.colors;
    select realtime.attach_triggers()`);
  await sql`update public.colors set color = 'green' where id = 1`;
  const [before] = await sql<{ count: number }[]>`select nextval('public.conversions')::int as count`;
  await sql`update public.colors set color = 'green'`;
  const [after] = await sql<{ count: number }[]>`select nextval('public.conversions')::int as count`;
  // Each row before and after the change.
  expect((after?.count ?? 0) - (before?.count ?? 0) - 1).toBe(600);
  await close();
});

test('[arch-5] a committed change reaches listeners here and in another process; one that was rolled back does not', async () => {
  const url = await createTestUrl();
  const [here, there] = [await connectDatabase({ url, poolSize: 2 }), await connectDatabase({ url, poolSize: 2 })];
  const heard: Record<string, RowChange[]> = { here: [], there: [] };
  // A new account gets its personal list.
  const isItem = ({ table }: RowChange): boolean => table === 'grocery_items';
  here.onChanges((changes) => heard['here']?.push(...changes.filter(isItem)));
  there.onChanges((changes) => heard['there']?.push(...changes.filter(isItem)));
  const [user] = await here.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const ann = as({ role: 'authenticated', claims: { sub: user?.id } });
  // A name can have 200 characters, of any length.
  const huge = '\u{1f34b}'.repeat(1990);
  await here
    .runAs(ann, async (tx) => {
      await tx`insert into grocery_items (id, name) values ('lost', 'Lost')`;
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await here.runAs(ann, (tx) => tx`insert into grocery_items (id, name) values ('tea', 'Tea'), ('big', ${huge})`);
  await here.runAs(ann, (tx) => tx`update grocery_items set checked = true where id = 'tea'`);
  await vi.waitFor(() => expect(heard['there']).toHaveLength(3));
  // A direct write sends its own notification, as one by psql does. It could overtake those of the server.
  await here.sql`delete from grocery_items where id = 'tea'`;
  await vi.waitFor(() => expect(heard['there']).toHaveLength(4));
  const short = ({ type, record, old_record: old, errors }: RowChange) => [
    type,
    record?.['id'],
    old?.['id'],
    errors?.length,
  ];
  expect(heard['there']?.map(short)).toEqual([
    ['INSERT', 'tea', undefined, undefined],
    ['INSERT', 'big', undefined, 1],
    ['UPDATE', 'tea', 'tea', undefined],
    ['DELETE', undefined, 'tea', undefined],
  ]);
  await vi.waitFor(() => expect(heard['here']).toHaveLength(4));
  expect(heard['here']?.map(short)).toEqual([
    ['INSERT', 'tea', undefined, undefined],
    ['INSERT', 'big', undefined, undefined],
    ['UPDATE', 'tea', 'tea', undefined],
    ['DELETE', undefined, 'tea', undefined],
  ]);
  expect(heard['here']?.[2]).toMatchObject({ record: { checked: true }, old_record: { checked: false } });
  await Promise.all([here.close(), there.close()]);
});
