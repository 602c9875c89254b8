/** A transaction in one round trip: all or nothing, and nothing at all outside of it. */
import { afterAll, expect, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { becomeCaller } from './become-caller.ts';
import { connectDatabase } from './connect-database.ts';
import { connectCallers } from './callers.ts';
import { inOneTrip } from './one-trip.ts';

const url = await createTestUrl();
const database = await connectDatabase({ url, poolSize: 2 });
// One connection: each test meets what the one before has left of it.
const callers = connectCallers(url, 1);
afterAll(() => Promise.all([callers.close(), database.close()]));

async function addCaller() {
  const [user] = await database.sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const caller = { role: 'authenticated', claims: { sub: user?.id } };
  return { caller, request: { method: 'POST', path: '/', headers: {} } };
}

test('[Y9] outside of a transaction these connections have no rights', async () => {
  const { caller } = await addCaller();
  const account = String(caller.claims.sub);
  const stray = callers.lend((tx) => tx`insert into public.grocery_items (id, user_id) values ('stray', ${account})`);
  await expect(stray).rejects.toMatchObject({ code: '42501' });
  await expect(callers.lend((tx) => tx`select from public.grocery_items`)).rejects.toMatchObject({ code: '42501' });
});

test('[arch-5] what fails takes all of its transaction back, and says what failed first', async () => {
  const ann = await addCaller();
  const trip = inOneTrip(callers, 'begin', async (tx) => {
    const isSet = becomeCaller(tx, ann);
    const milk = tx`insert into public.grocery_items (id) values ('milk')`.execute();
    const wrong = tx`insert into public.sync_state (user_id) values (${ann.caller.claims.sub ?? null})`.execute();
    const tea = tx`insert into public.grocery_items (id) values ('tea')`.execute();
    return Promise.all([isSet, milk, wrong, tea]);
  });
  await expect(trip).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('sync_state') });
  const rows = await database.sql`select id from public.grocery_items`;
  expect([...rows]).toEqual([]);
});

test('[Y9] the next transaction of a connection knows nothing of the one before', async () => {
  const [ann, bob] = [await addCaller(), await addCaller()];
  const ask = (who: typeof ann) =>
    inOneTrip(callers, 'begin read only', async (tx) => {
      const isSet = becomeCaller(tx, who);
      const asked = tx<{ account: string }[]>`select auth.uid()::text as account`.execute();
      const [[row]] = await Promise.all([asked, isSet]);
      return row?.account;
    });
  expect(await ask(ann)).toBe(ann.caller.claims.sub);
  expect(await ask(bob)).toBe(bob.caller.claims.sub);
  const [left] = await callers.lend(
    (tx) => tx`select current_user::text as role, current_setting('request.jwt.claims', true) as claims`,
  );
  expect(left).toEqual({ role: 'anon', claims: '' });
});

test('[S2] a message of short writes may take as long as a statement of theirs', async () => {
  const [limit] = await callers.lend((tx) => tx`show statement_timeout`);
  expect(limit).toEqual({ statement_timeout: '8s' });
});

test('[wire] a transaction that only reads cannot write', async () => {
  const ann = await addCaller();
  const trip = inOneTrip(callers, 'begin read only', async (tx) => {
    const isSet = becomeCaller(tx, ann);
    return Promise.all([isSet, tx`insert into public.grocery_items (id) values ('x')`.execute()]);
  });
  await expect(trip).rejects.toMatchObject({ code: '25006' });
});

test('[arch-5] what is asked between the loss of a connection and the news of it has an end, too', async () => {
  const ask = () => callers.lend((tx) => tx<{ pid: number }[]>`select pg_backend_pid() as pid`);
  for (let round = 0; round < 12; round += 1) {
    const [backend] = await ask();
    await database.sql`select pg_terminate_backend(${backend?.pid ?? 0})`;
    await Promise.allSettled([ask(), ask(), ask()]);
  }
  expect(await ask()).toHaveLength(1);
}, 20_000);

test('[arch-5] connections that are lost while many wait for one: all hear of an end, and the next ones are served', async () => {
  const [ann, several] = [await addCaller(), connectCallers(url, 2)];
  const read = () =>
    inOneTrip(several, 'begin read only', async (tx) => {
      const isSet = becomeCaller(tx, ann);
      const slept = tx`select pg_sleep(0.05), pg_backend_pid() as pid`.execute();
      return Promise.all([slept, isSet]);
    });
  const trips = Promise.allSettled(Array.from({ length: 12 }, read));
  await new Promise((resolve) => void setTimeout(resolve, 20));
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`;
  const ends = await trips;
  // The one that was under way on each, and one that was sent before the loss was known.
  expect(ends.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(4);
  expect((await Promise.allSettled([read(), read(), read()])).map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'fulfilled'),
  );
  await several.close();
});
