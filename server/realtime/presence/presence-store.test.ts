/** The presences of several processes on one database. */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createPresenceStore } from './presence-store.ts';

const database = await createTestDatabase();
const { sql } = database;
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => database.close());

/** A process, which listens. */
async function start() {
  const [onChange, onFailure] = [vi.fn<(topic: string) => void>(), vi.fn<(error: unknown) => void>()];
  const store = createPresenceStore({ sql, onChange, onFailure });
  stops.push(store.close);
  await vi.waitFor(async () => {
    await sql`select pg_notify('realtime_topic', '{"topic": "start"}')`;
    expect(onChange).toHaveBeenCalledWith('start');
  });
  return { ...store, onChange, onFailure, refsOf: async (topic: string) => [...(await store.load(topic)).keys()] };
}
const presence = (ref: string) => ({ ref, key: 'ann', meta: { at: 1 } });
const makeStale = (ref: string) => sql`update realtime.processes set seen_at = now() - interval '31 seconds'
  where id = (select process from realtime.presences where ref = ${ref})`;

test('[wire] the presences of one process are read in all, and each change is announced to the others', async () => {
  const [here, there] = [await start(), await start()];
  here.add('room', presence('a'));
  there.add('room', presence('b'));
  there.add('hall', presence('c'));
  await vi.waitFor(async () => expect(await here.refsOf('room')).toEqual(['a', 'b']));
  expect((await there.load('room')).get('a')).toEqual(presence('a'));
  await vi.waitFor(() => expect(here.onChange.mock.calls.flat()).toEqual(expect.arrayContaining(['room', 'hall'])));
  there.onChange.mockClear();
  here.remove(presence('a'));
  await vi.waitFor(() => expect(there.onChange).toHaveBeenCalledWith('room'));
  expect(await there.refsOf('room')).toEqual(['b']);
  there.onChange.mockClear();
  await here.close();
  expect(await there.refsOf('room')).toEqual(['b']);
});

test('[wire] the presences of a process that died are forgotten', async () => {
  const [dead, alive] = [await start(), await start()];
  alive.add('room', presence('a'));
  dead.add('room', presence('b'));
  await vi.waitFor(async () => expect(await alive.refsOf('room')).toEqual(['a', 'b']));
  await makeStale('b');
  expect(await alive.refsOf('room')).toEqual(['a']);
  alive.onChange.mockClear();
  await alive.refresh();
  expect(await sql`select ref from realtime.presences`).toEqual([{ ref: 'a' }]);
  await vi.waitFor(() => expect(alive.onChange).toHaveBeenCalledWith('room'));
  // It was only slow: its next refresh restores what it still has.
  await dead.refresh();
  expect(await alive.refsOf('room')).toEqual(['a', 'b']);
});

test('[wire] a process that is refreshed in time keeps its presences', async () => {
  const [one, other] = [await start(), await start()];
  one.add('room', presence('a'));
  await vi.waitFor(async () => expect(await other.refsOf('room')).toEqual(['a']));
  await makeStale('a');
  await one.refresh();
  await other.refresh();
  expect(await other.refsOf('room')).toEqual(['a']);
});

test('[wire] a write that failed is repeated, and then removes what has gone since', async () => {
  const store = await start();
  store.add('room', presence('a'));
  await vi.waitFor(async () => expect(await store.refsOf('room')).toEqual(['a']));
  await sql`alter table realtime.presences rename to away`;
  store.remove(presence('a'));
  store.add('room', presence('b'));
  store.add('room', presence('c'));
  await vi.waitFor(() => expect(store.onFailure).toHaveBeenCalled());
  store.remove(presence('c'));
  await expect(store.refresh()).rejects.toThrow('realtime.presences');
  await sql`alter table realtime.away rename to presences`;
  await store.refresh();
  expect(await store.refsOf('room')).toEqual(['b']);
});
