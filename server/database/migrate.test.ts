/** Migrating a database applies each file once, even if several processes do it at the same time. */
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { connectDatabase } from './connect-database.ts';
import { migrate } from './migrate.ts';

const connect = (url: string) => connectDatabase({ url, poolSize: 2 });

test('[arch-5] a second start applies nothing', async () => {
  const url = await createTestUrl();
  const readApplied = async () => {
    const { sql, close } = await connect(url);
    const rows = await sql`select kind, name, applied_at::text from checklist_server.applied_files order by kind, name`;
    await close();
    return [...rows];
  };
  const first = await readApplied();
  expect(first.map((row) => String(row['kind']))).toEqual(expect.arrayContaining(['bootstrap', 'migration']));
  expect(await readApplied()).toEqual(first);
});

test('[arch-5] servers that start at once on an empty database migrate one after the other', async () => {
  const url = await createTestUrl();
  const servers = await Promise.all([connect(url), connect(url), connect(url)]);
  const counts = await Promise.all(
    servers.map(
      ({ sql }) =>
        sql`select count(*)::int = count(distinct (kind, name))::int as once from checklist_server.applied_files`,
    ),
  );
  expect(counts.map(([row]) => String(row?.['once']))).toEqual(['true', 'true', 'true']);
  await Promise.all(servers.map(({ close }) => close()));
});

test('[arch-5] a migration may take longer than any other statement', async () => {
  const url = await createTestUrl();
  const { sql, close } = await connect(url);
  const impatient = postgres(url, { max: 1, onnotice: () => undefined, connection: { statement_timeout: 100 } });
  const [isLocked, isReleased] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const locking = sql.begin(async (tx) => {
    await tx`lock table checklist_server.applied_files`;
    isLocked.resolve(undefined);
    await isReleased.promise;
  });
  await isLocked.promise;
  const migrating = migrate(impatient);
  // The migration waits for the table.
  await Promise.race([migrating, wait(300)]);
  isReleased.resolve(undefined);
  await expect(Promise.all([locking, migrating])).resolves.toHaveLength(2);
  await impatient.end();
  await close();
});

test('[arch-5] several databases of one cluster, which share roles, can be created at once', async () => {
  const urls = await Promise.all(Array.from({ length: 4 }, createTestUrl));
  const servers = await Promise.all(urls.map(connect));
  for (const { sql } of servers) {
    expect(await sql`select rolbypassrls from pg_roles where rolname = 'service_role'`).toEqual([
      { rolbypassrls: true },
    ]);
  }
  await Promise.all(servers.map(({ close }) => close()));
});

test('[arch-5] an owner without superuser rights can create the schema if the roles are granted', async () => {
  const url = new URL(await createTestUrl());
  // Makes the cluster's roles, if this is its first database.
  const superuser = await connect(await createTestUrl());
  const admin = await superuser.sql.reserve();
  // Migrations of other tests' databases lock the roles, and dropping a database waits for a checkpoint.
  await admin`set statement_timeout = 0`;
  const [name, owner] = [url.pathname.slice(1), `keeper_${Date.now()}`];
  await admin.unsafe(`
    create role ${owner} login password 'word';
    grant anon, authenticated, service_role to ${owner};
    alter database ${name} owner to ${owner};
  `);
  url.username = owner;
  url.password = 'word';
  try {
    const { sql, callerSql, runAs, close: leave } = await connect(url.href);
    // It may not create a login for callers either.
    expect(callerSql.options.user).toBe(sql.options.user);
    const [user] = await sql<{ id: string }[]>`insert into auth.users default values returning id`;
    const caller = { role: 'authenticated', claims: { sub: user?.id } };
    const request = { method: 'GET', path: '/', headers: {} };
    const wanted = { caller, request, readOnly: true };
    expect(await runAs(wanted, (tx) => tx`select current_user::text as me, auth.uid() as id`)).toEqual([
      { me: 'authenticated', id: user?.id },
    ]);
    const write = { ...wanted, readOnly: false };
    expect(await runAs(write, (tx) => tx`insert into public.grocery_items (id) values ('tea') returning id`)).toEqual([
      { id: 'tea' },
    ]);
    await leave();
  } finally {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.unsafe(`drop role ${owner}`);
    admin.release();
    await superuser.close();
  }
});
