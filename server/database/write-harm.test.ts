/** What may go wrong around a short write: it is its writer's to its last trigger, and fails of nobody who only listens. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { connectCallers } from './callers.ts';
import { connectDatabase } from './connect-database.ts';
import type { Ask, CallerRequest, RowChange, Sights, Sql, Statement } from './database.ts';
import type { KeptStatements } from './kept-statements.ts';
import { runWrites } from './run-writes.ts';
import { createShareAs } from './share-commits.ts';

const url = await createTestUrl();
const { sql, close } = await connectDatabase({ url, poolSize: 2 });
// One connection: each write meets what the one before has left of it.
const callers = connectCallers(url, 1);
afterAll(() => Promise.all([callers.close(), close()]));

const users = await sql<{ id: string }[]>`insert into auth.users select from generate_series(1, 2) returning id`;
const [writer, listener] = users.map(({ id }) => id);
await sql.unsafe(`
  create table notes (id int primary key, text text);
  create table log (by uuid, kind text);
  alter table notes enable row level security;
  grant select, insert on notes to authenticated;
  alter publication supabase_realtime add table notes;
  select realtime.attach_triggers();
  create function public.log_who(kind text) returns boolean language plpgsql security definer as $$
  begin insert into public.log values (auth.uid(), kind); return true; end $$;
  create function public.judge(text text) returns boolean language plpgsql as $$
  begin
    if auth.uid() <> '${listener}' then return true; end if;
    if text = 'too slow' then raise exception using errcode = '57014'; end if;
    if text = 'slow' then perform pg_sleep(0.06); end if;
    return text <> 'logged' or public.log_who('read');
  end $$;
  create policy judged on notes for select using (public.judge(text));
  create policy written on notes for insert with check (true);
  create function public.log_late() returns trigger language plpgsql as $$
  begin
    if new.text = 'refused' then raise exception using errcode = '23514'; end if;
    perform public.log_who('commit');
    return null;
  end $$;
  create constraint trigger late after insert on notes deferrable initially deferred
    for each row execute function public.log_late();`);

const as = (sub: string | undefined): CallerRequest => ({
  caller: { role: 'authenticated', claims: { sub } },
  request: { method: 'POST', path: '/notes', headers: {} },
});

const ASK = `select coalesce(json_agg(e.place), '[]') as places from json_array_elements($1::json) with ordinality e(row, place)
  join public.notes t on t.id = (e.row ->> 'id')::int`;
const ask = (key: string, sub = listener, text = ASK): Ask => ({
  key,
  wanted: as(sub),
  statement: { text, values: [], isPrepared: true },
  of: { schema: 'public', table: 'notes' },
});

let asks: readonly Ask[] = [];
const told: { readonly changes: readonly RowChange[]; readonly sights: Sights }[] = [];
const publish = (changes: readonly RowChange[], sights: Sights = new Map()) => void told.push({ changes, sights });
let now = 0;
const shareAs = createShareAs(
  { sql, callers, publish },
  () => now,
  () => asks,
);

/** Nobody is under suspicion any more; and who looks for a row meets no others, which a policy may be slow about. */
async function passMinute() {
  now += 60_001;
  await sql`delete from notes`;
}
beforeEach(passMinute);

let lastId = 0;
/** Writes, and gives who saw that. */
async function write(text: string, asked: readonly Ask[] = [ask('listener')]) {
  asks = asked;
  const statement = `with w as (insert into notes values ($1, $2)) select 1 as one`;
  await shareAs(as(writer), { text: statement, values: [String((lastId += 1)), text], isPrepared: true });
  return [...(told.at(-1)?.sights.values() ?? [])].flatMap((sight) => Object.entries(Object.fromEntries(sight)));
}

const readLog = async () => {
  const rows = await sql<{ by: string; kind: string }[]>`delete from log returning by, kind`;
  return [...rows];
};

test('[Y9] what is deferred to the commit is done as the writer, whoever was asked along', async () => {
  expect(await write('tea')).toEqual([['listener', true]]);
  expect(await readLog()).toEqual([{ by: writer, kind: 'commit' }]);
});

test('[Y9] whoever is asked along changes nothing', async () => {
  expect(await write('logged')).toEqual([]);
  expect(await readLog()).toEqual([{ by: writer, kind: 'commit' }]);
});

test('[arch-5] what is refused at the commit is refused, and nobody hears of it', async () => {
  const before = told.length;
  await expect(write('refused')).rejects.toMatchObject({ code: '23514' });
  expect(told).toHaveLength(before);
});

test('[S2] a write does not fail of who answers too slowly, and those who did are not asked along for a minute', async () => {
  expect(await write('too slow')).toEqual([]);
  expect(await write('milk')).toEqual([]);
  await passMinute();
  // What was answered before is by then too old to be believed.
  expect(await write('slow', [ask('own', writer), ask('listener'), ask('last', writer)])).toEqual([]);
  expect(await write('milk', [ask('other', writer), ask('listener')])).toEqual([['other', true]]);
  await passMinute();
  expect(await write('milk')).toEqual([['listener', true]]);
});

test('[S2] nobody is asked along with a write of much: after the commit one may ask for less of it', async () => {
  expect(await write('much '.repeat(5_000))).toEqual([]);
  expect(await write('little')).toEqual([['listener', true]]);
});

test('[arch-5] a write for which the connection has lost its statement is done all the same', async () => {
  await write('kept');
  await callers.lend((connection) =>
    connection.unsafe(`do $$ declare n text; begin
      for n in select name from pg_prepared_statements where from_sql loop execute format('deallocate %I', n); end loop;
    end $$`),
  );
  await write('lost', []);
  expect(told.at(-1)?.changes).toMatchObject([{ record: { text: 'lost' } }]);
});

const runOne = (connection: Sql, kept: KeptStatements, statement: Statement) =>
  runWrites(connection, kept, { writes: [{ wanted: as(writer), statement }], asks: [] });

test('[S2] writes that fail one after the other leave nothing behind', async () => {
  await callers.lend(async (connection, kept) => {
    const wrong = { text: 'select 1 / ($1)::int as one', values: ['0'], isPrepared: true };
    for (let round = 0; round < 150; round += 1) {
      // In turn, as the connection would do them anyway.
      await expect(runOne(connection, kept, wrong)).rejects.toMatchObject({ code: '22012' });
    }
    expect(kept.doubtful.size).toBeLessThanOrEqual(101);
    await runOne(connection, kept, { text: 'select 1 as one', values: [], isPrepared: false });
    expect(kept.doubtful.size).toBe(0);
    expect(await connection`select from pg_prepared_statements where from_sql`).toHaveLength(0);
  });
});

test('[Y9] only the roles of callers come to what runs their writes', async () => {
  const open = await sql`select p.proname from pg_proc p, aclexplode(p.proacl) a
    where p.pronamespace = 'checklist_server'::regnamespace and a.grantee = 0`;
  const closed = await sql`select p.proname from pg_proc p where p.pronamespace = 'checklist_server'::regnamespace
    and p.proacl is null`;
  expect([...open, ...closed]).toEqual([]);
});

test('[Y9] the next write of a message is told of, whatever the one before has set', async () => {
  const deaf = `select set_config('realtime.collects', 'off', true) as one`;
  const insert = `insert into public.grocery_items (id) values ($1) returning id`;
  const statements = [
    { text: deaf, values: [], isPrepared: true },
    { text: insert, values: ['tea'], isPrepared: true },
  ];
  const writes = statements.map((statement) => ({ wanted: as(writer), statement }));
  const written = await callers.lend((connection, kept) => runWrites(connection, kept, { writes, asks: [] }));
  expect(written.map(({ changes }) => changes.length)).toEqual([0, 1]);
});
