/** A device that was ahead of the backup: after the restore it pulls everything again, as the same account. */
import postgres from 'postgres';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, expect, test, vi } from 'vitest';
import { PULL_ORDER, runSyncCycle } from '#client/sync/sync-cycle.ts';
import type { NumberedPatch } from '#core/sync/sync-record.ts';
import { browserClock } from '#device/clock.ts';
import { createBackendAccess } from '#device/backend/backend-access.ts';
import { createProblems } from '#server/log/problems.ts';
import { createApp } from '#server/app.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { connectDatabase } from '#server/database/connect-database.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { openSyncTab, valueOf } from '#test/account/open-sync-tab.ts';
import { stubIndexedDb } from '#test/doubles/fake-indexed-db.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { onlyList } from '#test/doubles/only-list.ts';

const folder = await mkdtemp(join(tmpdir(), 'checklist-restore-'));
const ignore = (): void => undefined;

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await rm(folder, { recursive: true });
});

/** Starts the whole server on a database, at a new address. */
async function serve(url: string) {
  const settings = valueOf(readSettings({ DATA_DIR: folder }));
  const database = await connectDatabase({ url, poolSize: 4 });
  const services = await createServices({
    database,
    settings,
    templates: null,
    siteUrl: 'http://127.0.0.1:3000',
    print: () => undefined,
    watch: { answered: () => undefined, sent: () => undefined },
    problems: createProblems({ write: () => undefined }, Date.now),
    addressOf: () => '192.0.2.1',
  });
  const app = createApp({ webRoot: new Map(), services, config: services.config });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(database.close, services.realtime.close, async () => server.close());
  const bound = server.address();
  return { sql: database.sql, origin: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}` };
}

/** Opens the device's calls to a server, with the same stored data. */
function connect(origin: string) {
  vi.stubGlobal('location', { href: `${origin}/` });
  return createBackendAccess({
    clock: browserClock,
    deviceId: 'device-1',
    report: ignore,
    onSignedOut: ignore,
    log: ignore,
  });
}

test('[Y5] a device whose cursors are ahead of a restored backend pulls everything again, stays signed in, and keeps what it has', async () => {
  stubPage();
  stubLocalStorage({});
  stubIndexedDb();
  const before = await serve(await createTestUrl());
  const access = connect(before.origin);
  const user = valueOf(await access.accounts.signUp({ email: 'ann@example.org', password: 'pear7tree' }));
  const { backend } = access.openListBackend(user, onlyList(user.id));
  const tab = await openSyncTab();
  const passOf = (through: typeof backend) =>
    runSyncCycle({ storage: tab.sync, backend: through, onDisk: async () => undefined }, PULL_ORDER);
  let seq = 0;
  const push = (...patches: readonly NumberedPatch['patch'][]) =>
    backend.push({ table: 'items', deviceId: 'laptop', patches: patches.map((patch) => ({ patch, seq: (seq += 1) })) });
  const patch = (id: string, fields: object) => ({ table: 'items' as const, id, fields });
  await push(patch('milk', { name: 'Milk' }), patch('tea', { name: 'Tea' }));

  const file = join(folder, 'list.gz');
  expect(await writeBackup(before.sql, file)).toMatchObject({ ok: true });
  for (let nth = 0; nth < 20; nth += 1) await push(patch('milk', { name: `Milk ${nth}` }));
  await push(patch('bread', { name: 'Bread', category: 'bakery' }));
  expect(await passOf(backend)).toMatchObject({ type: 'done' });
  const { cursors } = valueOf(await tab.sync.readSync());

  const url = await createTestUrl();
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  expect(await restoreBackup({ sql, file, now: Date.now, endsSessions: false })).toMatchObject({ ok: true });
  await sql.end();
  const restored = connect((await serve(url)).origin).openListBackend(user, onlyList(user.id)).backend;
  const page = valueOf(await restored.pull('items', cursors.items));
  expect(page.rows.map(({ row }) => row)).toMatchObject([{ name: 'Milk' }, { name: 'Tea' }]);
  for (const { version } of page.rows) expect(Number.isSafeInteger(version)).toBe(true);
  expect(await passOf(restored)).toMatchObject({ type: 'done' });
  const shown = (await tab.delta()).base.items;
  expect(shown.map(({ name }) => name).toSorted()).toEqual(['Bread', 'Milk', 'Tea']);
  const after = valueOf(await tab.sync.readSync()).cursors;
  for (const table of ['items', 'listRow'] as const) expect(after[table]).toBeGreaterThan(cursors[table]);

  // The restored backend does not have the bread, and the tick alone would create it there without a name.
  await tab.storage.append([{ patches: [patch('bread', { checked: true })], history: NO_HISTORY_CHANGE }]);
  expect(await passOf(restored)).toMatchObject({ type: 'done' });
  const { rows } = valueOf(await restored.pull('items', after.items));
  expect(rows.map(({ row }) => row)).toMatchObject([{ name: 'Bread', category: 'bakery', checked: true }]);
});
