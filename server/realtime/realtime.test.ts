/** The realtime service with the official client, a real socket and Postgres, and separate accounts. */
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { addAccount, listen, startTestRealtime, write } from './testing/test-realtime.ts';

const database = await createTestDatabase();
const tokens = await createTestTokens();
await database.sql.unsafe(`
  create table notes (id int primary key, owner uuid default auth.uid(), text text, n bigint, done boolean default false,
    at timestamptz default '2026-11-21 12:00:00.123+00', extra jsonb, secret text);
  alter table notes enable row level security;
  alter table notes replica identity full;
  create policy own on notes to authenticated using (owner = auth.uid()) with check (true);
  create policy everything on notes to service_role using (true);
  grant all on notes to service_role;
  create table news (id int primary key, title text, body text);
  grant select, insert, update, delete on news to anon, authenticated, service_role;
  grant insert, update, delete on notes to authenticated;
  grant select (id, owner, text, n, done, at, extra) on notes to authenticated;
  create table unpublished (id int primary key);
  alter publication supabase_realtime add table notes, news;
  select realtime.attach_triggers();`);
const service = await startTestRealtime({ database, tokens });
const ann = await addAccount(database, tokens);
const bob = await addAccount(database, tokens);

afterAll(async () => {
  await service.stop();
  await database.close();
});

test('[wire] a change reaches its account with values, columns and old key as on the hosted service', async () => {
  const client = service.createClient({ token: ann.token });
  const { received, system } = await listen(client.channel('a'), { table: 'notes', filter: `owner=eq.${ann.id}` });
  expect(system).toEqual({
    extension: 'postgres_changes',
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
    channel: 'a',
  });
  await write(
    database,
    ann.caller,
    `insert into notes (id, text, n, extra, secret) values (1, 'Tea', 7, '{"a": [1]}', 'x')`,
  );
  // A row that was deleted before the visibility check is not sent, because its policies cannot be checked.
  await vi.waitFor(() => expect(received).toHaveLength(1));
  await write(database, ann.caller, `update notes set text = 'Tea 2' where id = 1`);
  await vi.waitFor(() => expect(received).toHaveLength(2));
  await write(database, ann.caller, `delete from notes where id = 1`);
  await vi.waitFor(() => expect(received).toHaveLength(3));
  const row = {
    id: 1,
    owner: ann.id,
    text: 'Tea',
    n: 7,
    done: false,
    at: '2026-11-21T12:00:00.123+00:00',
    extra: { a: [1] },
  };
  expect(received[0]).toEqual({
    eventType: 'INSERT',
    schema: 'public',
    table: 'notes',
    new: row,
    old: {},
    errors: null,
    commit_timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(received[1]).toMatchObject({ eventType: 'UPDATE', new: { ...row, text: 'Tea 2' }, old: { id: 1 } });
  expect(received[1]?.old).toEqual({ id: 1 });
  expect(received[2]).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 1 } });
  expect(received[2]?.old).toEqual({ id: 1 });
});

test('[wire] rows of another account are never delivered, with any filter or none', async () => {
  const client = service.createClient({ token: bob.token });
  const params = [
    { table: 'notes' },
    { table: 'notes', filter: `owner=eq.${ann.id}` },
    {},
    { schema: '*' },
    { table: 'notes', filter: 'text=in.(more,"mine 2")', event: 'UPDATE' },
  ];
  const all = await Promise.all(params.map((entry, i) => listen(client.channel(`b${i}`), entry)));
  const anon = await listen(service.createClient().channel('anon'), {});
  await write(
    database,
    ann.caller,
    `insert into notes (id, text) values (10, 'secret'); update notes set text = 'more' where id = 10`,
  );
  await write(
    database,
    bob.caller,
    `insert into notes (id, text) values (11, 'mine'); update notes set text = 'mine 2' where id = 11`,
  );
  await write(database, bob.caller, `insert into news values (1, 'end', '')`);
  await vi.waitFor(() => expect(anon.received).toHaveLength(1));
  await vi.waitFor(() => expect(all.map(({ received }) => received.length)).toEqual([2, 0, 3, 3, 1]));
  for (const { received } of all) expect(JSON.stringify(received)).not.toContain(ann.id);
  expect(JSON.stringify(all)).not.toContain('secret');
});

test('[wire] a filter selects the changes that are delivered', async () => {
  const client = service.createClient({ token: ann.token });
  const filters = ['n=eq.6,done=eq.false', 'n=eq.6,done=eq.true', 'text=in.("a,b",c)', 'id=eq.21'];
  const all = await Promise.all(
    filters.map((filter, i) => listen(client.channel(`f${i}`), { table: 'notes', filter, event: 'INSERT' })),
  );
  await write(
    database,
    ann.caller,
    `insert into notes (id, text, n) values (20, 'a,b', 6), (21, 'tea', 5), (22, 'x', null)`,
  );
  await vi.waitFor(() =>
    expect(all.map(({ received }) => received.map((change) => change.new['id']))).toEqual([[20], [], [20], [21]]),
  );
});

test('[wire] a deleted row is delivered by filter only and shows its key; without row level security it shows its replica identity', async () => {
  await write(database, ann.caller, `insert into notes (id, text) values (30, 'Tea'), (31, 'Milk')`);
  await write(database, ann.caller, `insert into news values (30, 'title', 'body')`);
  const client = service.createClient({ token: bob.token });
  const params = [
    { table: 'notes', filter: `owner=eq.${bob.id}` },
    { table: 'notes' },
    { table: 'news' },
    { table: 'news', filter: 'title=eq.title' },
  ];
  const all = await Promise.all(
    params.map((entry, i) => listen(client.channel(`d${i}`), { ...entry, event: 'DELETE' })),
  );
  // Of a table that a role may not read, it does not even hear that a row has gone.
  const anon = await listen(service.createClient().channel('d'), { event: 'DELETE' });
  await write(database, ann.caller, `delete from notes where id in (30, 31); delete from news where id = 30`);
  await vi.waitFor(() =>
    expect(all.map(({ received }) => received.map(({ old }) => old))).toEqual([
      [],
      [{ id: 30 }, { id: 31 }],
      [{ id: 30 }],
      [],
    ]),
  );
  await vi.waitFor(() => expect(anon.received.map(({ old }) => old)).toEqual([{ id: 30 }]));
});

test('[wire] the earlier version of a row is not shown to the account that owns it now', async () => {
  const { received } = await listen(service.createClient({ token: bob.token }).channel('hands'), { table: 'notes' });
  await write(
    database,
    { role: 'service_role', claims: {} },
    `insert into notes (id, text, owner) values (40, 'of ann', '${ann.id}'); update notes set owner = '${bob.id}', text = 'of bob' where id = 40`,
  );
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(received[0]).toMatchObject({ eventType: 'UPDATE', new: { text: 'of bob' }, old: { id: 40 } });
  expect(JSON.stringify(received)).not.toContain('of ann');
});

test('[wire] only selected columns and the key are delivered', async () => {
  const { received } = await listen(service.createClient().channel('select'), { table: 'news', select: ['title'] });
  await write(database, ann.caller, `insert into news values (50, 't', 'b')`);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(received[0]?.new).toEqual({ id: 50, title: 't' });
});

test('[wire] changes keep their order within a transaction and across transactions', async () => {
  const { received } = await listen(service.createClient().channel('order'), { table: 'news', event: 'INSERT' });
  const ids = Array.from({ length: 60 }, (_, i) => 1000 + i);
  for (const id of ids) await write(database, ann.caller, `insert into news values (${id}, '', '')`);
  await write(database, ann.caller, ids.map((id) => `insert into news values (${id + 100}, '', '')`).join(';'));
  await vi.waitFor(() => expect(received).toHaveLength(120));
  expect(received.map((change) => change.new['id'])).toEqual([...ids, ...ids.map((id) => id + 100)]);
});

test('[wire] a join with invalid parameters succeeds, and a system message reports the error', async () => {
  const client = service.createClient({ token: ann.token });
  const params = [
    { table: 'nowhere' },
    { table: 'unpublished' },
    { schema: 'auth', table: 'users' },
    { table: 'notes', filter: 'nothing=eq.1' },
    { table: 'notes', filter: 'text=like.T%' },
    { table: 'notes', filter: 'secret=eq.x' },
  ];
  for (const [i, entry] of params.entries()) {
    const { system } = await listen(client.channel(`w${i}`), entry);
    expect(system).toMatchObject({ extension: 'postgres_changes', status: 'error', channel: `w${i}` });
  }
});

test('[wire] changes of a table that is added to the publication later arrive without a restart', async () => {
  const client = service.createClient({ token: ann.token });
  // The tables are cached now.
  await listen(client.channel('before'), { table: 'news' });
  await database.sql.unsafe(`create table later (id int primary key);
    grant select, insert on later to authenticated; alter publication supabase_realtime add table later;`);
  await vi.waitFor(
    async () => {
      const { system, received } = await listen(client.channel(`later ${Date.now()}`), { table: 'later' });
      expect(system).toMatchObject({ status: 'ok' });
      await write(database, ann.caller, `insert into later values (${Math.floor(Math.random() * 1e9)})`);
      await vi.waitFor(() => expect(received).toHaveLength(1));
    },
    { interval: 500 },
  );
});
