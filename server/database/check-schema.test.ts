/** How a server handles a database from another version. Also checks that released migrations never change. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { checkSchema, compareMigrations, readMigrationFiles } from './migrate.ts';
import { connectDatabase } from './connect-database.ts';
import { startDatabase } from './start-database.ts';

const connect = (url: string) => connectDatabase({ url, poolSize: 2 });
const start = (databaseUrl: string) =>
  startDatabase({
    databaseUrl,
    dataFolder: '/nowhere',
    poolSize: 2,
    sizes: { rowBytes: 65_536, accountRows: 1000, accountBytes: 1_000_000 },
  });

test('[P6] an older server refuses a newer schema and changes nothing', async () => {
  const url = await createTestUrl();
  const { sql, close } = await connect(url);
  await sql`insert into checklist_server.applied_files (kind, name) values ('migration', '9001_later.sql')`;
  const read = async () => [
    ...(await sql`select kind, name, applied_at::text from checklist_server.applied_files order by 1, 2`),
  ];
  const before = await read();
  expect(await start(url)).toEqual({ ok: false, failure: { type: 'schema-too-new', migration: '9001_later.sql' } });
  expect(await read()).toEqual(before);
  await close();
});

test('[P6] a database from before the first migrations were rewritten is recognized', async () => {
  const url = await createTestUrl();
  const { sql, close } = await connect(url);
  await sql`update checklist_server.applied_files set name = '0002_stamping.sql' where name = '0002_sync.sql'`;
  await close();
  expect(await start(url)).toEqual({ ok: false, failure: { type: 'schema-unknown', found: '0002_stamping.sql' } });
});

test('[P6] tables that no server has created are not touched', async () => {
  const url = await createTestUrl();
  const { sql, close } = await connect(url);
  await sql`drop schema checklist_server cascade`;
  await close();
  expect(await start(url)).toEqual({ ok: false, failure: { type: 'schema-unknown', found: 'grocery_items' } });
});

test('[P6] an empty database and one of an older version can be used', async () => {
  const url = await createTestUrl();
  expect(await checkSchema(url)).toBeNull();
  const files = await readMigrationFiles();
  expect(compareMigrations(files.slice(0, -2), files)).toBeNull();
});

/**
 * The first 16 digits of the SHA-256 of each released migration. Databases have applied these files, so a change would reach only new
 * ones: write another migration instead, and add its line here when it is released.
 */
const RELEASED = `
44fb236de6011b8f bootstrap 0001_roles.sql
b031e7a114e12e34 bootstrap 0002_accounts.sql
76597c49ec72dd8e bootstrap 0003_realtime.sql
1252a3b567cc1fe1 bootstrap 0004_linking.sql
d8c5055d842ae694 bootstrap 0005_skip_changes.sql
647f87551433b6da bootstrap 0006_private_channels.sql
9827963f625bfbb6 bootstrap 0007_presence_of_sessions.sql
248f22f7ca25342d bootstrap 0008_large_changes.sql
483ff0d933f1c8fc bootstrap 0009_repeated_changes.sql
5ad1e7873d4b38d1 migration 0001_tables.sql
d46565c77223333c migration 0002_sync.sql
6d8322702d8859b6 migration 0003_policies.sql
f065bb0403f13c8c migration 0004_realtime.sql
a98a57be17d1408d migration 0005_account_functions.sql
719e73192c0eadfd migration 0006_lists.sql
8371e3abddb24ebd migration 0007_presence.sql
aa5255eb9c48c1d9 migration 0008_amounts.sql
3a1944b886a561f2 migration 0009_display_names.sql
3b1c98ea2c56ddbc migration 0010_members.sql
a42cf4a95f576aa6 migration 0011_ended_sessions.sql
65bd4a25ddb1daac migration 0012_hosted_accounts.sql
acd5852ebd31c1c3 migration 0013_pages.sql
3dd86641d43600a7 migration 0014_orders.sql
433c3841abb05d26 migration 0015_stores.sql
8901a132ef238447 migration 0016_large_lists.sql
2142f2b5b2d5fef6 migration 0017_former_lists.sql
dda080a405bdecd0 migration 0018_limits_of_members.sql
8fe80bb065603740 migration 0019_ids_of_lists.sql
a18e2d813ce32c31 migration 0020_owners_and_memberships.sql
`;

test('[P6] a released migration never changes', async () => {
  const files = await readMigrationFiles();
  const lines = files.map(({ kind, name, text }) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return `${hash} ${kind} ${name}`;
  });
  expect(lines.join('\n')).toBe(RELEASED.trim());
});
