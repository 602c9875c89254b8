/** Restores that are refused before anything is written, and backups that would overwrite a file. */
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#server/database/database.ts';
import { isEmpty } from './tables.ts';
import { restoreBackup } from './restore-backup.ts';
import { createSavedDatabases } from './testing/saved-database.ts';
import { writeBackup } from './write-backup.ts';

const saved = await createSavedDatabases();
afterAll(saved.end);

let whole: Buffer;
let full: Sql;
let empty: Sql;
beforeAll(async () => {
  full = (await saved.fill()).database.sql;
  empty = await saved.open();
  const file = join(saved.folder, 'whole.gz');
  await writeBackup(full, file);
  whole = await readFile(file);
});

const restore = (file: string, sql = empty): ReturnType<typeof restoreBackup> =>
  restoreBackup({ sql, file, now: Date.now, endsSessions: false });

async function put(name: string, bytes: Buffer | string): Promise<string> {
  const file = join(saved.folder, name);
  await writeFile(file, typeof bytes === 'string' ? bytes : new Uint8Array(bytes));
  return file;
}

/** Changes the lines of the backup and compresses them again. */
const change = (work: (text: string) => string): Buffer => gzipSync(work(gunzipSync(new Uint8Array(whole)).toString()));

test.each([
  ['cut in the middle', () => whole.subarray(0, whole.length / 2), 'backup-damaged'],
  ['cut by one byte', () => whole.subarray(0, -1), 'backup-damaged'],
  [
    'with a byte that changed',
    () => Buffer.concat([whole.subarray(0, 900), Buffer.from([~(whole[900] ?? 0)]), whole.subarray(901)]),
    'backup-damaged',
  ],
  ['without its last line', () => change((text) => text.slice(0, text.lastIndexOf('\n{') + 1)), 'backup-damaged'],
  [
    'with something behind its end',
    () => change((text) => `${text}{"table":{"schema":"a","name":"b","columns":[]}}\n`),
    'backup-damaged',
  ],
  ['without a row', () => change((text) => text.replace(/^.*bob@example\.org.*\n/m, '')), 'backup-damaged'],
  [
    'without a table',
    () => change((text) => text.replace(/^\{"table":\{"schema":"auth","name":"identities"[^]*?\n(?=\{)/m, '')),
    'backup-damaged',
  ],
  ['that is empty', () => '', 'backup-damaged'],
  ['that is text', () => 'hello', 'no-backup'],
  ['that is some other gzip file', () => gzipSync('hello\n'), 'no-backup'],
  [
    'of a format that does not exist yet',
    () => change((text) => text.replace('"version":2', '"version":3')),
    'backup-too-new',
  ],
  [
    'of a schema that does not exist yet',
    () => change((text) => text.replace('0004_realtime.sql', '9999_future.sql')),
    'backup-too-new',
  ],
  [
    'of an early schema, which was replaced',
    () => change((text) => text.replace('0002_sync.sql', '0002_stamping.sql')),
    'backup-unknown',
  ],
] satisfies [string, () => Buffer | string, string][])(
  '[spec-9] a file %s is refused, and nothing is written',
  async (name, make, type) => {
    const file = await put(`${name}.gz`, make());
    expect(await restore(file)).toMatchObject({ ok: false, failure: { type } });
    expect(await isEmpty(empty)).toBe(true);
  },
);

test('[spec-9] a failure during a restore rolls everything back', async () => {
  // The backup is consistent, but the database has no such column.
  const file = await put(
    'column.gz',
    change((text) =>
      text.replace('"columns":["id","user_id","name","category"', '"columns":["id","user_id","name","colour"'),
    ),
  );
  expect(await restore(file)).toMatchObject({
    ok: false,
    failure: { type: 'backup-does-not-fit', table: 'public.grocery_items' },
  });
  expect(await isEmpty(empty)).toBe(true);
});

test('[spec-9] a missing file is reported with its name and the reason', async () => {
  expect(await restore(join(saved.folder, 'none.gz'))).toMatchObject({
    failure: { type: 'backup-unreadable', code: 'ENOENT' },
  });
});

test('[spec-9] a restore requires an empty database', async () => {
  const file = await put('again.gz', whole);
  const before = await full`select count(*)::int as count from auth.users`;
  expect(await restore(file, full)).toEqual({ ok: false, failure: { type: 'database-not-empty' } });
  expect(await full`select count(*)::int as count from auth.users`).toEqual(before);
  const other = await saved.open();
  await other`create table something (here text)`;
  expect(await restore(file, other)).toEqual({ ok: false, failure: { type: 'database-not-empty' } });
});

test('[spec-9] a database without Checklist data is not saved, as its backup would be empty', async () => {
  const file = join(saved.folder, 'nothing.gz');
  expect(await writeBackup(empty, file)).toEqual({ ok: false, failure: { type: 'no-checklist-data' } });
});

test('[spec-9] a backup never overwrites a file', async () => {
  const file = await put('there.gz', 'mine');
  expect(await writeBackup(full, file)).toEqual({ ok: false, failure: { type: 'backup-exists', file } });
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('[spec-9] a backup that cannot be written reports why and leaves no file', async () => {
  const folder = join(saved.folder, 'nowhere');
  expect(await writeBackup(full, join(folder, 'a.gz'))).toMatchObject({
    failure: { type: 'backup-not-written', code: 'ENOENT' },
  });
  await mkdir(folder);
  await put('nowhere/b.gz.part', 'of a backup that was killed');
  await chmod(join(folder, 'b.gz.part'), 0o644);
  expect(await writeBackup(full, join(folder, 'b.gz'))).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual(['b.gz']);
  expect((await stat(join(folder, 'b.gz'))).mode & 0o777).toBe(0o600);
});
