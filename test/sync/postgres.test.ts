/** The same histories with the real store and database of a device, and a Postgres with our schema. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { createDiskDevice } from './disk-device.ts';
import { DEVICES, historyOf, conflictHistoryOf, type Event } from './events.ts';
import { expectThat } from './fields.ts';
import { createPostgresServer, logNumbers, type PostgresServer } from './postgres-server.ts';
import { isLive, isMarked } from './server.ts';
import { play } from './world.ts';

/** The test takes half a minute, and longer on a busy machine. */
const TIMEOUT_MS = 240_000;

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await logNumbers(database);
});

afterAll(() => database.close());

test(
  '[Y1] [Y4] [Y5] [U1] three real stores agree with a real database, which applies each number once',
  async () => {
    await fc.assert(fc.asyncProperty(historyOf(50), simulate), { numRuns: 120 });
  },
  TIMEOUT_MS,
);

test(
  '[Y1] [Y5] [U1] three real stores agree about one item that three users change at the same time',
  async () => {
    await fc.assert(fc.asyncProperty(conflictHistoryOf(50), simulate), { numRuns: 60 });
  },
  TIMEOUT_MS,
);

async function simulate(events: readonly Event[]): Promise<void> {
  stubIndexedDb();
  const server = await createPostgresServer(database);
  const devices = await Promise.all(Array.from({ length: DEVICES }, (_, at) => createDiskDevice(`device-${at}-`)));
  await play({ server, devices }, events);
  const truth = await server.rows();
  for (const device of devices) {
    expect((await device.rows()).filter(isLive)).toEqual(truth.filter(isLive));
    await device.reload();
    expect(await device.rows()).toEqual(truth);
    expect(await device.waiting()).toBe(0);
  }
  expectOnceInOrder(server.sent(), await server.applied());
}

type Numbers = Awaited<ReturnType<PostgresServer['applied']>>;

function expectOnceInOrder(sent: Numbers, applied: Numbers): void {
  const last = new Map<string, number>();
  for (const { deviceId, seq } of applied) {
    expectThat(seq > (last.get(deviceId) ?? 0), `Number ${seq} of ${deviceId} was applied twice, or too late`);
    last.set(deviceId, seq);
  }
  const appliedKeys = new Set(applied.map(({ deviceId, seq }) => `${deviceId}/${seq}`));
  for (const { deviceId, seq, id } of sent) {
    expectThat(isMarked(id) || appliedKeys.has(`${deviceId}/${seq}`), `Number ${seq} of ${deviceId} was lost`);
  }
}
