/** Who is asked along with a write, before its commit: nobody hears more than otherwise, only sooner. */
import { afterAll, expect, test, vi } from 'vitest';
import type { Caller, Database } from '#server/database/database.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { addAccount, listen, startTestRealtime } from './testing/test-realtime.ts';

const database = await createTestDatabase();
const tokens = await createTestTokens();
await database.sql.unsafe(`
  create table notes (id int primary key, owner uuid default auth.uid(), text text);
  alter table notes enable row level security;
  create policy shown on notes for select to authenticated using ((owner = auth.uid() and text <> 'hidden') or text = 'tea');
  create policy written on notes for insert to authenticated with check (true);
  grant select, insert on notes to authenticated;
  create table keyless (id int primary key, owner uuid default auth.uid(), text text);
  grant select, insert on keyless to authenticated;
  alter publication supabase_realtime add table notes, keyless (owner, text);
  select realtime.attach_triggers();`);
let questions = 0;
const counted: Database = {
  ...database,
  readAs(wanted, statement, timeout) {
    questions += 1;
    return database.readAs(wanted, statement, timeout);
  },
};
let passed = 0;
const clock = () => Date.now() + passed;
const service = await startTestRealtime({ database: counted, tokens, clock });
const ann = await addAccount(database, tokens);
const bob = await addAccount(database, tokens);
const eve = await addAccount(database, tokens);

afterAll(async () => {
  await service.stop();
  await database.close();
});

const writeTo = (table: string) => (caller: Caller, id: number, text: string) =>
  database.shareAs(
    { caller, request: { method: 'POST', path: `/${table}`, headers: {} } },
    {
      text: `with w as (insert into ${table} (id, text) values ($1, $2)) select 1 as one`,
      values: [String(id), text],
      isPrepared: true,
    },
  );

const write = writeTo('notes');

const open = (token: string, filter: string, table = 'notes') =>
  listen(service.createClient({ token }).channel(table), { table, filter });

test('[Y5] a change is told without another question, and to nobody whom row level security does not show it', async () => {
  const own = await open(ann.token, `owner=eq.${ann.id}`);
  const strange = await open(bob.token, `owner=eq.${ann.id}`);
  // The catalogue is read by the first one.
  await write(ann.caller, 1, 'first');
  await vi.waitFor(() => expect(own.heard).toHaveLength(1));
  questions = 0;
  await write(ann.caller, 2, 'second');
  await vi.waitFor(() => expect(own.heard).toHaveLength(2));
  for (const [id, text] of [
    [3, 'hidden'],
    [4, 'last'],
  ] as const) {
    // The round of the change before is over.
    await new Promise((resolve) => void setTimeout(resolve, 20));
    await write(ann.caller, id, text);
  }
  await vi.waitFor(() => expect(own.heard).toHaveLength(3));
  expect(own.heard.map((change) => change.new['id'])).toEqual([1, 2, 4]);
  expect(questions).toBe(0);
  expect(strange.heard).toEqual([]);
});

test('[Y5] who was not thought of is asked after the commit', async () => {
  const { heard } = await open(eve.token, 'text=eq.tea');
  questions = 0;
  await write(ann.caller, 10, 'tea');
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(questions).toBe(1);
});

test('[S2] a writer waits for few listeners; many are asked after the commit', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 9 }, (_, at) =>
      tokens.sign({ sub: bob.id, role: 'authenticated', aud: 'authenticated', app_metadata: { at } }, 3600),
    ),
  );
  const all = await Promise.all(sessions.map((token) => open(token, `owner=eq.${bob.id}`)));
  questions = 0;
  await write(bob.caller, 20, 'many');
  await vi.waitFor(() => expect(all.map(({ heard }) => heard.length)).toEqual(all.map(() => 1)));
  expect(questions).toBe(9);
});

test('[Y5] of a table whose key is not published nobody hears, whoever is asked along', async () => {
  const { heard } = await open(eve.token, `owner=eq.${eve.id}`, 'keyless');
  const notes = await open(eve.token, `owner=eq.${eve.id}`);
  for (const id of [30, 31]) await writeTo('keyless')(eve.caller, id, 'unheard');
  await write(eve.caller, 32, 'heard');
  await vi.waitFor(() => expect(notes.heard).toHaveLength(1));
  expect(heard).toEqual([]);
});

test('[Y5] nobody is asked along by a catalogue that was read long ago', async () => {
  const { heard } = await open(eve.token, `owner=eq.${eve.id}`);
  passed += 21_000;
  const counts: number[] = [];
  for (const id of [40, 41]) {
    questions = 0;
    await write(eve.caller, id, 'later');
    await vi.waitFor(() => expect(heard).toHaveLength(id - 39));
    // The round of the change before is over.
    await new Promise((resolve) => void setTimeout(resolve, 20));
    counts.push(questions);
  }
  expect(counts).toEqual([1, 0]);
});
