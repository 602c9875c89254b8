/** The settings file and the daily backup of docs/guides/raspberry-pi.md, as they are written there, and the disk of backup.md. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { createTestUrl } from '#server/testing/test-database.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../..');
const guide = await readFile(join(PROJECT, 'docs/guides/raspberry-pi.md'), 'utf8');

/** The block of the guide that follows a text. */
const readBlock = (after: string): string =>
  guide.slice(guide.indexOf(after)).match(/```\w+\n(?<block>[^]*?)```/u)?.groups?.['block'] ?? '';

const readLine = (block: string, name: string): string => new RegExp(`^${name}=(.*)$`, 'mu').exec(block)?.[1] ?? '';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checklist-guide-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('[P2] the settings file of the guide means the same to a shell and to systemd', async () => {
  const file = join(folder, 'checklist.env');
  const block = readBlock('Create `/etc/checklist.env`');
  await writeFile(file, block);
  const { stdout } = await run('/bin/sh', ['-c', 'set -a; . "$0"; env -0', file], { env: {} });
  const env: Record<string, string> = Object.fromEntries(
    stdout.split('\0').map((line): [string, string] => {
      const [name = '', ...rest] = line.split('=');
      return [name, rest.join('=')];
    }),
  );
  expect(readSettings(env)).toMatchObject({ ok: true, value: { mailFrom: 'Checklist <list@example.org>' } });
  for (const line of block.trim().split('\n')) {
    // systemd, too, leaves a value in single quotes unchanged (systemd.exec, "EnvironmentFile").
    const [, name = '', quoted, plain] = /^(\w+)=(?:'([^']*)'|([^\s'"<>&$;#\\*]+))$/u.exec(line) ?? [];
    expect([line, env[name]]).toEqual([line, quoted ?? plain]);
  }
});

test('[P2] the daily backup of the guide can be repeated on one day, and fails without a database', async () => {
  const unit = readBlock('Create `/etc/systemd/system/checklist-backup.service`');
  const [, script = ''] = /^\/bin\/sh -c '(.*)'$/u.exec(readLine(unit, 'ExecStart')) ?? [];
  const command = script.replaceAll('%%', '%').replaceAll('/var/lib/checklist', folder);
  const backUp = (env: Record<string, string>) =>
    run('/bin/sh', ['-c', command], { cwd: PROJECT, env: { PATH: process.env['PATH'], ...env } });
  const url = await createTestUrl();
  const database = await connectDatabase({ url, poolSize: 1 });
  await database.close();
  await backUp({ DATABASE_URL: url });
  // The names have the second.
  await wait(1000);
  await backUp({ DATABASE_URL: url });
  expect(await readdir(join(folder, 'backups'))).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{6}\.gz$/u),
    expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{6}\.gz$/u),
  ]);
  await expect(backUp({ DATA_DIR: join(folder, 'missing') })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no database in .*\n$/u),
  });
  expect(await readdir(join(folder, 'backups'))).toHaveLength(2);
});

test('[P2] a failed backup of the guide starts the unit that reports it', () => {
  expect(readLine(readBlock('Create `/etc/systemd/system/checklist-backup.service`'), 'OnFailure')).toBe(
    'checklist-alert@%n.service',
  );
  expect(readLine(readBlock('`/etc/systemd/system/checklist-alert@.service`'), 'ExecStart')).toContain('%i failed');
});

test('[P2] the server of the guide also starts while the disk for its backups is missing', async () => {
  const text = await readFile(join(PROJECT, 'docs/guides/backup.md'), 'utf8');
  const paths = [...text.matchAll(/ReadWritePaths=(\S*?)`/gu)].map(([, path]) => path);
  // Without the minus sign, systemd starts nothing if a folder is missing (systemd.exec, "ReadWritePaths").
  expect(paths).toEqual(['-/mnt/disk/checklist']);
});
