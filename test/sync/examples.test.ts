/** Regression histories, and some that random tests find too rarely, on the device's real database and store. */
import { beforeEach, expect, test } from 'vitest';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { createDiskDevice } from './disk-device.ts';
import type { Edit, Event } from './events.ts';
import { simulate } from './memory-world.ts';
import { ALL_RULES } from './rules.ts';
import { createServerDouble } from './server-double.ts';
import { isLive, MARKED_ID } from './server.ts';
import { play } from './world.ts';

beforeEach(() => stubIndexedDb());

const edit = (device: number, what: Pick<Edit, 'id' | 'field' | 'value'>): Event => ({
  type: 'edit',
  device,
  edits: [{ table: 'items', isWhole: true, ...what }],
});

const tick = (device: number, value: boolean): Event => edit(device, { id: 'a', field: 'checked', value });
const sync = (device: number): Event => ({ type: 'go', device, tab: 0, calls: 99, messages: 99 });

test('[Y4] a new row that the server refuses leaves the list for the rejected changes at once, not at the next start', async () => {
  const server = createServerDouble(ALL_RULES);
  const device = await createDiskDevice('device');
  await play({ server, devices: [device] }, [sync(0), edit(0, { id: MARKED_ID, field: 'name', value: 'name' })]);
  expect((await device.rows()).filter(isLive)).toEqual(await server.rows());
});

test('[U1] undo keeps what another device wrote while my own tick was waiting for its answer', async () => {
  const server = createServerDouble(ALL_RULES);
  const devices = [await createDiskDevice('mine'), await createDiskDevice('hers')];
  await play({ server, devices }, [
    sync(0),
    tick(0, true),
    tick(0, false),
    sync(0),
    tick(0, true),
    // The server accepts it; the answer has not arrived yet.
    { type: 'go', device: 0, tab: 0, calls: 99, messages: 1 },
    sync(1),
    tick(1, false),
    sync(1),
    // It arrives below my tick, which is still in the outbox.
    { type: 'change-event', device: 0, id: 'a', isLate: false },
    sync(0),
    { type: 'undo', device: 0 },
  ]);
  expect(await server.rows()).toContainEqual(expect.stringContaining('["checked",false]'));
});

test('[U1] undo keeps what another device wrote, even if an older step of mine had set the same value', async () => {
  const server = createServerDouble(ALL_RULES);
  const devices = [await createDiskDevice('mine'), await createDiskDevice('hers')];
  await play({ server, devices }, [
    sync(0),
    tick(0, true),
    tick(0, false),
    sync(0),
    sync(1),
    tick(1, true),
    sync(1),
    sync(0),
    { type: 'undo', device: 0 },
  ]);
  expect(await server.rows()).toContainEqual(expect.stringContaining('["checked",true]'));
});

test('[Y4] a rejected change is sent again when the user retries it, and is gone when the user discards it', async () => {
  const edits = [edit(0, { id: MARKED_ID, field: 'name', value: 'name' }), sync(0)];
  for (const how of ['retry', 'discard'] as const) {
    const server = createServerDouble(ALL_RULES);
    const device = await createDiskDevice(how);
    await play({ server, devices: [device] }, [
      sync(0),
      ...edits,
      { type: 'toggle-refusal' },
      { type: how, device: 0 },
    ]);
    expect((await server.rows()).some((row) => row.includes(MARKED_ID))).toBe(how === 'retry');
    expect(await device.storage.readSync()).toMatchObject({ value: { rejected: [] } });
  }
});

test('[Y4] a group whose refusal reaches two tabs is bisected once', async () => {
  const go = (tab: number): Event => ({ type: 'go', device: 0, tab, calls: 99, messages: 0 });
  const deliver: Event = { type: 'deliver', at: 0 };
  const ticks = ['a', MARKED_ID].map((id): Edit => ({
    table: 'items',
    id,
    field: 'checked',
    value: true,
    isWhole: false,
  }));
  const rows = await simulate(
    [
      sync(0),
      { type: 'edit', device: 0, edits: ticks },
      go(0),
      go(1),
      // Both requests, then the answer to one tab and, after it has bisected the group, the answer to the other.
      deliver,
      deliver,
      deliver,
      go(0),
      deliver,
      go(1),
    ],
    ALL_RULES,
  );
  expect(rows).toContainEqual(expect.stringContaining('["checked",true]'));
});

test('[Y5] an item that a restored server no longer has keeps its name on every device when one of them ticks it', async () => {
  const server = createServerDouble(ALL_RULES);
  const devices = [await createDiskDevice('mine'), await createDiskDevice('hers')];
  await play({ server, devices }, [sync(0), edit(0, { id: 'new', field: 'name', value: 'name' }), sync(0), sync(1)]);
  // The versions after a restore are microseconds since 1970.
  const backup = createServerDouble(ALL_RULES).current();
  const restored = createServerDouble(
    ALL_RULES,
    backup.map((row, at) => ({ ...row, version: 1.7e15 + at })),
  );
  await play({ server: restored, devices }, [sync(0), edit(0, { id: 'new', field: 'checked', value: true }), sync(0)]);
  const rows = await restored.rows();
  expect(rows).toContainEqual(
    'items [["category","a"],["checked",true],["deleted",false],["id","new"],["name","new name"]]',
  );
  for (const device of devices) expect(await device.rows()).toEqual(rows);
});
