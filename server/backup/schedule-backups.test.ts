/** Scheduled backups: when one is due, who can read it, which ones are kept, and what happens if one fails. */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { createLog } from '#server/log/log.ts';
import { createProblems } from '#server/log/problems.ts';
import { createServerPrograms, type ServerPrograms } from '#server/testing/server-programs.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';
import { checkBackup } from './read-backup.ts';
import { scheduleBackups, writeIfDue } from './schedule-backups.ts';
import { createSavedDatabases } from './testing/saved-database.ts';

const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
let folder: string;
let sql: Sql;

beforeEach(async () => {
  programs = createServerPrograms({ WEB_DIR: sample.folder });
  folder = join(await programs.makeFolder(), 'backups');
  const saved = await createSavedDatabases();
  // After each test, because every database keeps its connections open.
  onTestFinished(saved.end);
  sql = (await saved.fill()).database.sql;
});
afterEach(() => programs.end());
afterAll(() => sample.remove());

const plan = (changes: object = {}) => ({ everyHours: 24, keep: 2, folder, ...changes });

const WRITTEN = { ok: true, value: { type: 'written' } };

/** Writes a backup as if the last one were that many hours old. */
async function writeAfter(hours: number, now: string): ReturnType<typeof writeIfDue> {
  await sql`update checklist_server.written_backups set at = now() - make_interval(hours => ${hours})`;
  return writeIfDue(sql, plan(), new Date(now));
}

test('[P7] a backup is complete, and only its owner can read it', async () => {
  const file = join(folder, 'checklist-20261126T230000Z.gz');
  expect(await writeIfDue(sql, plan(), new Date('2026-11-26T23:00:00Z'))).toEqual({
    ok: true,
    value: { type: 'written', file, notRemoved: null, leftAlone: 0 },
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await checkBackup(file)).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual(['checklist-20261126T230000Z.gz']);
});

test('[P7] the next one is due after the interval, even if the clock was ahead before', async () => {
  await writeIfDue(sql, plan(), new Date());
  expect(await writeAfter(23, '2026-11-27T23:00:00Z')).toEqual({ ok: true, value: { type: 'recent' } });
  expect(await writeAfter(25, '2026-11-27T23:00:01Z')).toMatchObject(WRITTEN);
  expect(await writeAfter(-100, '2026-11-27T23:00:02Z')).toMatchObject(WRITTEN);
});

test('[P7] after a new backup, the oldest ones and unfinished ones are removed, and other files stay', async () => {
  await mkdir(folder);
  for (const name of ['checklist-20250101T000000Z.gz.part', 'notes.txt', 'checklist-mine.gz']) {
    await writeFile(join(folder, name), '');
  }
  await writeIfDue(sql, plan(), new Date('2026-11-26T23:00:00Z'));
  await writeAfter(25, '2026-11-27T23:00:00Z');
  await writeAfter(25, '2026-11-28T23:00:00Z');
  expect((await readdir(folder)).toSorted()).toEqual([
    'checklist-20261127T230000Z.gz',
    'checklist-20261128T230000Z.gz',
    'checklist-mine.gz',
    'notes.txt',
  ]);
  expect(await sql`select name from checklist_server.written_backups order by name`).toEqual([
    { name: 'checklist-20261127T230000Z.gz' },
    { name: 'checklist-20261128T230000Z.gz' },
  ]);
});

test('[P7] a backup is recorded also if the connection with the lock is lost meanwhile, so that a later one removes it', async () => {
  const name = 'checklist-20261126T230000Z.gz';
  const writing = await sql.begin(async (tx) => {
    // The backup waits for this table.
    await tx`lock table grocery_items`;
    const written = writeIfDue(sql, plan(), new Date('2026-11-26T23:00:00Z'));
    await expect.poll(() => readdir(folder).catch(() => [])).toContain(`${name}.part`);
    await tx`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`;
    return { written };
  });
  expect(await writing.written).toMatchObject({ ok: false });
  // The backup itself continues.
  await expect.poll(() => sql`select name from checklist_server.written_backups`).toEqual([{ name }]);
  expect(await readdir(folder)).toEqual([name]);
});

test('[P7] a clock that was ahead or behind removes no backup with the right date', async () => {
  await writeIfDue(sql, plan(), new Date('2031-01-01T00:00:00Z'));
  await writeAfter(25, '2026-11-26T23:00:00Z');
  await writeAfter(25, '2026-11-27T23:00:00Z');
  expect(await writeAfter(25, '2025-01-01T00:00:00Z')).toMatchObject({ ok: true, value: { leftAlone: 3 } });
  await writeAfter(25, '2025-01-02T00:00:00Z');
  expect((await readdir(folder)).toSorted()).toEqual([
    'checklist-20250101T000000Z.gz',
    'checklist-20250102T000000Z.gz',
    'checklist-20261126T230000Z.gz',
    'checklist-20261127T230000Z.gz',
    'checklist-20310101T000000Z.gz',
  ]);
  await writeAfter(25, '2026-11-28T23:00:00Z');
  expect((await readdir(folder)).toSorted()).toEqual([
    'checklist-20261127T230000Z.gz',
    'checklist-20261128T230000Z.gz',
    'checklist-20310101T000000Z.gz',
  ]);
});

test('[P7] a backup from a clock that was behind does not make another one due', async () => {
  await writeIfDue(sql, plan(), new Date());
  await sql`insert into checklist_server.written_backups (name, at) values ('checklist-behind.gz', '2020-01-01')`;
  expect(await writeIfDue(sql, plan(), new Date())).toEqual({ ok: true, value: { type: 'recent' } });
});

/** Backups of the time before this database. */
async function writeOthers(): Promise<readonly string[]> {
  const names = [1, 2, 3].map((day) => `checklist-2025010${day}T000000Z.gz`);
  await mkdir(folder);
  for (const name of names) await writeFile(join(folder, name), '');
  return names;
}

test('[P7] a new or restored database removes no backup of another database', async () => {
  const others = await writeOthers();
  const { lines, run } = prepareSchedule();
  run(plan({ keep: 1 }));
  const written = await vi.waitUntil(() => lines.find((line) => line.includes('backup written')));
  expect(written).toContain('"leftAlone":3');
  await sql`update checklist_server.written_backups set at = now() - interval '25 hours'`;
  await writeIfDue(sql, plan({ keep: 1 }), new Date(Date.now() + 1000));
  const names = (await readdir(folder)).toSorted();
  expect(names.slice(0, 3)).toEqual(others);
  expect(names).toHaveLength(4);
});

test('[P7] after an upgrade, the backups that an earlier version has written are removed in turn', async () => {
  await writeOthers();
  await sql`create table checklist_server.last_backup (
    is_last boolean primary key default true check (is_last), at timestamptz not null)`;
  await sql`insert into checklist_server.last_backup (at) values (now() - interval '1 hour')`;
  expect(await writeIfDue(sql, plan(), new Date())).toEqual({ ok: true, value: { type: 'recent' } });
  await sql`update checklist_server.last_backup set at = now() - interval '25 hours'`;
  await writeIfDue(sql, plan(), new Date('2026-11-26T23:00:00Z'));
  expect((await readdir(folder)).toSorted()).toEqual([
    'checklist-20250103T000000Z.gz',
    'checklist-20261126T230000Z.gz',
  ]);
});

test('[P7] a backup that fails removes no earlier one, and is due again', async () => {
  await writeIfDue(sql, plan(), new Date('2026-11-25T23:00:00Z'));
  await writeAfter(25, '2026-11-26T23:00:00Z');
  await writeFile(join(folder, 'checklist-20261127T230000Z.gz'), 'in the way');
  expect(await writeAfter(25, '2026-11-27T23:00:00Z')).toEqual({ ok: false, failure: 'backup-exists' });
  expect(await readdir(folder)).toHaveLength(3);
  expect(await writeIfDue(sql, plan(), new Date('2026-11-27T23:00:01Z'))).toMatchObject(WRITTEN);
});

test('[P7] what killed servers left unfinished is removed before the next backup, which may need the space', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'checklist-20261125T230000Z.gz.part'), 'unfinished');
  await writeFile(join(folder, 'checklist-20261127T230000Z.gz'), 'in the way');
  expect(await writeIfDue(sql, plan(), new Date('2026-11-27T23:00:00Z'))).toMatchObject({ ok: false });
  expect(await readdir(folder)).toEqual(['checklist-20261127T230000Z.gz']);
});

test('[P7] a backup counts even if an older one cannot be removed, and /health says so', async () => {
  await writeIfDue(sql, plan(), new Date('2026-11-25T23:00:00Z'));
  // A folder cannot be removed like a file.
  await mkdir(join(folder, 'checklist-20250101T000000Z.gz'));
  await sql`insert into checklist_server.written_backups (name, at) values ('checklist-20250101T000000Z.gz', now())`;
  await writeAfter(25, '2026-11-26T23:00:00Z');
  const { lines, problems, run } = prepareSchedule();
  await sql`update checklist_server.written_backups set at = now() - make_interval(hours => 25)`;
  run(plan());
  await vi.waitUntil(() => problems.list().length > 0);
  expect(problems.list()).toMatchObject([{ type: 'backups-not-removed' }]);
  expect(lines.join('')).toMatch(/"problem":"backups-not-removed","code":"ERR_FS_EISDIR"/u);
  const names = await readdir(folder);
  expect(names).toHaveLength(3);
  expect(names).not.toContain('checklist-20261125T230000Z.gz');
  expect(await writeIfDue(sql, plan(), new Date())).toEqual({ ok: true, value: { type: 'recent' } });
});

test('[P7] if two servers share one database, only one writes', async () => {
  const now = new Date();
  const results = await Promise.all(
    [1, 2].map((server) => writeIfDue(sql, plan({ folder: `${folder}-${server}` }), now)),
  );
  expect(results.filter((result) => result.ok && result.value.type === 'written')).toHaveLength(1);
});

/** The schedule of one server, which stops after the test. */
function prepareSchedule() {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json' }, (line) => lines.push(line));
  const problems = createProblems(log, Date.now);
  const run = (chosen: ReturnType<typeof plan>): (() => Promise<void>) => {
    const stop = scheduleBackups({ sql, plan: chosen, problems, log });
    onTestFinished(stop);
    return stop;
  };
  return { lines, problems, run };
}

test.each([
  ['here', false],
  ['at another server', true],
])(
  '[P7] a failed backup is in the log and among the problems of /health until one succeeds %s',
  async (_, isElsewhere) => {
    const { lines, problems, run } = prepareSchedule();
    // A file is where the folder should be.
    await writeFile(folder, '');
    const stop = run(plan({ folder: join(folder, 'inside') }));
    await vi.waitUntil(() => problems.list().length > 0);
    expect(problems.list()).toMatchObject([{ type: 'backup-failed', message: expect.stringContaining('BACKUP_DIR') }]);
    expect(lines.join('')).toMatch(/"problem":"backup-failed","code":"ENOTDIR"/u);
    await stop();
    if (isElsewhere) await writeIfDue(sql, plan({ folder: `${folder}-2` }), new Date());
    run(plan({ folder: `${folder}-2` }));
    await vi.waitUntil(() => problems.list().length === 0);
    await vi.waitUntil(() => lines.some((line) => line.includes('backup written')) !== isElsewhere);
  },
);

test('[P7] a server with BACKUP_EVERY prints where its backups are, writes one, and stops in time', async () => {
  const { output, program } = await programs.start({
    DATABASE_URL: await createTestUrl(),
    DATA_DIR: join(folder, 'data'),
    BACKUP_EVERY: '24h',
    BACKUP_DIR: folder,
  });
  expect(output).toContain(`Backups: every 24 hours in ${folder}, keeping the last 7\n`);
  const name = await vi.waitUntil(async () => (await readdir(folder)).find((one) => one.endsWith('.gz')), 20_000);
  expect(await checkBackup(join(folder, name))).toMatchObject({ ok: true });
  const ended = new Promise((resolve) => {
    program.once('exit', resolve);
  });
  program.kill('SIGTERM');
  expect(await ended).toBe(0);
});
