/** Several servers on one database: what is written at one is received at the others. */
import { expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import { createTestDatabase, createTestUrl } from '#server/testing/test-database.ts';
import { createTestTokens } from '#server/testing/test-tokens.ts';
import { openRawClient } from './testing/raw-client.ts';
import { addAccount, listen, startTestRealtime, subscribed, write } from './testing/test-realtime.ts';

test('[wire] two servers on one database behave as one', async () => {
  const tokens = await createTestTokens();
  const url = await createTestUrl();
  const [here, there] = [await connectDatabase({ url, poolSize: 3 }), await connectDatabase({ url, poolSize: 3 })];
  const services = [
    await startTestRealtime({ database: here, tokens }),
    await startTestRealtime({ database: there, tokens }),
  ] as const;
  const [account, stranger] = [await addAccount(here, tokens), await addAccount(here, tokens)];
  const received = await Promise.all(
    services.map(async ({ createClient }) =>
      listen(createClient({ token: account.token }).channel('both'), {
        table: 'grocery_items',
        filter: `user_id=eq.${account.id}`,
      }),
    ),
  );
  await write(here, account.caller, `insert into grocery_items (id, name) values ('a', 'Tea')`);
  await write(there, account.caller, `insert into grocery_items (id, name) values ('b', 'Milk')`);
  await write(there, stranger.caller, `insert into grocery_items (id, name) values ('c', 'Bread')`);
  await vi.waitFor(() =>
    expect(
      received.map((one) =>
        one.received.map((change) => change.new['name']).toSorted((a, b) => String(a).localeCompare(String(b))),
      ),
    ).toEqual([
      ['Milk', 'Tea'],
      ['Milk', 'Tea'],
    ]),
  );
  const said: unknown[] = [];
  const [mine, theirs] = services.map(({ createClient }) =>
    createClient().channel('room', { config: { broadcast: { ack: true } } }),
  );
  theirs?.on('broadcast', { event: 'hi' }, ({ payload }) => said.push(payload));
  for (const channel of [mine, theirs]) if (channel !== undefined) await subscribed(channel);
  await mine?.send({ type: 'broadcast', event: 'hi', payload: { n: 1 } });
  await mine?.send({ type: 'broadcast', event: 'hi', payload: new Uint8Array([255]).buffer });
  await mine?.send({ type: 'broadcast', event: 'hi', payload: 'x'.repeat(9_000) });
  await vi.waitFor(() => expect(said).toEqual([{ n: 1 }, new Uint8Array([255]).buffer]));
  await here.sql`select pg_notify('realtime_broadcast', 'nonsense'), pg_notify('realtime_broadcast', '{"topic":5}')`;
  await Promise.all(services.map(({ stop }) => stop()));
  await Promise.all([here.close(), there.close()]);
});

test('[wire] clients are disconnected to resync after the connection that listens was lost', async () => {
  const database = await createTestDatabase();
  const tokens = await createTestTokens();
  const service = await startTestRealtime({ database, tokens });
  const raw = await openRawClient(service.address, `apikey=${tokens.anonKey}&vsn=2.0.0`);
  await vi.waitFor(async () =>
    expect(
      await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`,
    ).toHaveLength(1),
  );
  expect(await raw.closed).toBe(1013);
  const account = await addAccount(database, tokens);
  const { received } = await listen(service.createClient({ token: account.token }).channel('after'), {
    table: 'grocery_items',
  });
  await database.sql`select pg_notify('realtime', ${JSON.stringify({
    changes: [
      { schema: 'public', table: 'grocery_items', type: 'DELETE', commit_timestamp: '', old_record: { id: 'x' } },
    ],
  })})`;
  await vi.waitFor(() => expect(received).toHaveLength(1));
  await service.stop();
  await database.close();
});
