/** Short writes of many callers in one transaction: each is its caller's alone, and nobody pays for another. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import type { Caller, RowChange, Statement } from './database.ts';
import { createShareAs } from './share-commits.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

let callers: readonly Caller[] = [];
beforeEach(async () => {
  const users = await database.sql<{ id: string }[]>`
    insert into auth.users select from generate_series(1, 9) returning id`;
  callers = users.map(({ id }) => ({ role: 'authenticated', claims: { sub: id } }));
});

const INSERT = `insert into public.grocery_items (id, name) values ($1, $2)
  returning id, user_id::text as account, current_setting('request.headers') as headers, pg_current_xact_id()::text as transaction`;

type Written = {
  readonly id: string;
  readonly account: string;
  readonly headers: string;
  readonly transaction: string;
};

const statement = (id: string, name = 'Milk'): Statement => ({ text: INSERT, values: [id, name], isPrepared: true });

/** The same statement, for a row that the caller may not write. */
const theft = (id: string, owner: Caller): Statement => ({
  text: `insert into public.grocery_items (id, user_id) values ($1, $2::uuid) returning id`,
  values: [id, accountOf(owner)],
  isPrepared: true,
});

const accountOf = ({ claims }: Caller): string => String(claims['sub']);

const share = (caller: Caller, wanted: Statement): Promise<readonly Written[]> =>
  database.shareAs({ caller, request: { method: 'POST', path: '/', headers: { of: accountOf(caller) } } }, wanted);

const write = async (caller: Caller, id: string): Promise<Written | undefined> =>
  (await share(caller, statement(id)))[0];

const at = (place: number): Caller => callers[place] ?? { role: 'anon', claims: {} };

/** Every caller writes at once; the first ones take all lanes, so that the last ones wait together. */
const writeAll = (prefix: string): Promise<readonly (Written | undefined)[]> =>
  Promise.all(callers.map((caller, place) => write(caller, `${prefix}-${place}`)));

test('[arch-5] writes that wait go together in one transaction, each as its own caller', async () => {
  const written = await writeAll('together');
  expect(written.map((row) => row?.id)).toEqual(callers.map((_, place) => `together-${place}`));
  expect(written.map((row) => row?.account)).toEqual(callers.map(accountOf));
  expect(written.map((row) => row?.headers)).toEqual(
    callers.map((caller) => JSON.stringify({ of: accountOf(caller) })),
  );
  const waited = written.slice(3).map((row) => row?.transaction);
  expect(new Set(waited).size).toBe(1);
});

test('[Y9] one of them that is refused changes nothing for the others, and goes by itself for a minute', async () => {
  const [thief, owner] = [at(8), at(0)];
  const others = callers.slice(0, 8).map((caller, place) => write(caller, `beside-${place}`));
  await expect(share(thief, theft('stolen', owner))).rejects.toMatchObject({ code: '42501' });
  expect((await Promise.all(others)).map((row) => row?.id)).toEqual(callers.slice(0, 8).map((_, i) => `beside-${i}`));
  const stolen = await database.sql`select from public.grocery_items where id = 'stolen'`;
  expect(stolen).toHaveLength(0);

  const again = await writeAll('again');
  const transactions = again.map((row) => row?.transaction);
  expect(transactions.filter((transaction) => transaction === again[8]?.transaction)).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
  const once = await writeAll('once');
  vi.useRealTimers();
  expect(once[8]?.transaction).toBe(once[7]?.transaction);
});

test('[S2] an account that is locked for long holds up no other', async () => {
  const locked = at(8);
  await write(locked, 'first');
  const isLocked = Promise.withResolvers<null>();
  const isOver = Promise.withResolvers<null>();
  const holder = database.sql.begin(async (tx) => {
    await tx`select from public.sync_state where user_id = ${accountOf(locked)} for update`;
    isLocked.resolve(null);
    await isOver.promise;
  });
  await isLocked.promise;
  const done: string[] = [];
  // All but the first ones wait together with the one that is locked.
  const writes = callers.map(async (caller, place) => done.push((await write(caller, `lock-${place}`))?.id ?? ''));
  await Promise.all(writes.slice(0, 8));
  expect(done.toSorted()).toEqual(callers.slice(0, 8).map((_, place) => `lock-${place}`));
  isOver.resolve(null);
  await Promise.all([holder, ...writes]);
  expect(done[8]).toBe('lock-8');
});

test('[arch-5] every change is told once, in the order of its account', async () => {
  const heard: RowChange[] = [];
  const deafen = database.onChanges((changes) => void heard.push(...changes));
  await Promise.all([
    ...callers.map((caller, place) => write(caller, `told-${place}`)),
    ...[1, 2, 3].map((nth) => write(at(8), `told-8-${nth}`)),
  ]);
  deafen();
  const ids = heard.map(({ record }) => String(record?.['id']));
  expect(ids.toSorted()).toEqual(
    [...callers.map((_, place) => `told-${place}`), ...[1, 2, 3].map((n) => `told-8-${n}`)].toSorted(),
  );
  const versions = heard
    .filter(({ record }) => record?.['user_id'] === accountOf(at(8)))
    .map(({ record }) => record?.['version']);
  expect(versions).toEqual([1, 2, 3, 4]);
});

test('[arch-5] where the connection is lost, nobody knows whether it happened: nothing is done again', async () => {
  const gone = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
  const lend = vi.fn<() => Promise<never>>(() => Promise.reject(gone));
  const shareAs = createShareAs(
    { sql: database.sql, callers: { lend, check: lend, close: lend }, publish: () => undefined },
    Date.now,
  );
  const request = { method: 'POST', path: '/', headers: {} };
  const ends = await Promise.allSettled(callers.map((caller) => shareAs({ caller, request }, statement('lost'))));
  expect(ends.map((end) => end.status)).toEqual(callers.map(() => 'rejected'));
  // The first three by themselves, and those that waited together.
  expect(lend).toHaveBeenCalledTimes(4);
});
