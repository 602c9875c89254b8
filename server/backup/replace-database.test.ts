/** `npm run restore -- FILE --replace`: in place of an existing database, and killed at any step. */
import { exec, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '#server/failures.ts';
import { isThere } from '#server/private-postgres/find-installation.ts';
import { fail } from '#server/result.ts';
import {
  createServerPrograms,
  findPostgres,
  waitForExit,
  type ServerPrograms,
} from '#server/testing/server-programs.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';
import { replaceDatabase } from './replace-database.ts';
import { createSavedDatabases } from './testing/saved-database.ts';
import { writeBackup } from './write-backup.ts';

const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
let data: string;
let backup: string;
beforeEach(async () => {
  programs = createServerPrograms({ WEB_DIR: sample.folder });
  data = await programs.makeFolder();
  backup = join(await programs.makeFolder(), 'list.gz');
});
afterEach(() => programs.end());
afterAll(() => sample.remove());

const call = async (address: string, path: string, name: string): Promise<number> => {
  const body = JSON.stringify({ email: `${name}@example.org`, password: 'correct horse' });
  return (await fetch(`${address}/auth/v1/${path}`, { method: 'POST', body })).status;
};
const signIn = (address: string, name: string): Promise<number> => call(address, 'token?grant_type=password', name);

/** A server whose backup has Ann, and whose database also has Ben. */
async function startWithBackup() {
  const { address, program } = await programs.start({ DATA_DIR: data });
  await call(address, 'signup', 'ann');
  expect(await programs.command('backup/backup.ts', { DATA_DIR: data }, backup)).toMatchObject({ code: 0 });
  await call(address, 'signup', 'ben');
  const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const ended = waitForExit(program);
    program.kill(signal);
    await ended;
  };
  return { address, stop };
}

const replace = (env: Record<string, string> = {}) =>
  programs.command('backup/restore.ts', { DATA_DIR: data, ...env }, backup, '--replace');

const findAside = async (): Promise<readonly string[]> =>
  (await readdir(data)).filter((name) => name.startsWith('replaced-'));

test('[P7] --replace restores in place of the database, which is kept next to the new one', async () => {
  const { address, stop } = await startWithBackup();
  expect((await replace()).errorOutput).toMatch(/^Another Checklist server is using the data folder/u);
  expect(await signIn(address, 'ben')).toBe(200);
  // A killed server leaves its Postgres running, but no server claims it anymore.
  await stop('SIGKILL');
  expect(await findPostgres(data)).not.toBeNull();
  const { output, errorOutput } = await replace();
  const [aside = ''] = await findAside();
  expect({ output, errorOutput }).toEqual({
    output: expect.stringMatching(
      new RegExp(
        `^Restored \\d+ rows .*\\nThe previous database is in ${data}/${aside}\\. After you check the restored lists, delete that folder\\.\\n$`,
        'u',
      ),
    ),
    errorOutput: '',
  });
  expect(await findPostgres(data)).toBeNull();
  expect(await isThere(join(data, aside, 'PG_VERSION'))).toBe(true);
  const again = await programs.start({ DATA_DIR: data });
  expect([await signIn(again.address, 'ann'), await signIn(again.address, 'ben')]).toEqual([200, 400]);
});

test('[P7] a file that cannot be restored and a database elsewhere are refused before anything is moved', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  const before = await readdir(data);
  expect(await replace({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })).toMatchObject({
    code: 1,
    errorOutput:
      '--replace works only with the private database, but DATABASE_URL is set. Point DATABASE_URL to an empty database and restore without --replace.\n',
  });
  await truncate(backup, (await readFile(backup)).length - 20);
  expect((await replace()).errorOutput).toMatch(/is damaged or incomplete\. Nothing was restored\.\n$/u);
  expect(await readdir(data)).toEqual(before);
});

test('[P7] a process that does not respond counts as a user of the database', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  const files = join(data, 'postgres');
  const silent = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { cwd: files });
  await writeFile(join(files, 'postmaster.pid'), `${silent.pid}\n${files}\n0\n1\n\n\n\nstarting\n`);
  const { errorOutput } = await replace();
  silent.kill('SIGKILL');
  expect(errorOutput).toMatch(/^Another Checklist server is using the data folder/u);
  expect(await findAside()).toEqual([]);
});

const RESTORE = join(import.meta.dirname, 'restore.ts');

/** Starts a restore, and kills it as soon as a file exists. */
async function killAt(isReached: () => Promise<boolean>, folder = data): Promise<void> {
  const program = startRestore(folder);
  const ended = once(program, 'exit');
  while (program.exitCode === null && !(await isReached())) await wait(1);
  program.kill('SIGKILL');
  await ended;
}

const startRestore = (folder: string) =>
  spawn(process.execPath, [RESTORE, backup, '--replace'], {
    env: { DATA_DIR: folder },
    stdio: 'ignore',
  });

/** The message of a server that refuses to start. */
async function refuseStart(folder = data): Promise<string> {
  const { code, errorOutput } = await waitForExit(programs.run({ DATA_DIR: folder }));
  expect(code).toBe(1);
  return errorOutput;
}

test('[P7] after a kill at any step, no server starts, and the same command completes the restore', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  const hasNew = async (): Promise<boolean> => (await readdir(data)).some((name) => name.startsWith('postgres-new-'));
  const steps = [
    () => isThere(join(data, 'restoring')),
    hasNew,
    async () => !(await hasNew()) && (await isThere(join(data, 'postgres/postmaster.pid'))),
  ];
  for (const isReached of steps) {
    await killAt(isReached);
    expect(await refuseStart()).toMatch(/^A restore into .* was interrupted\. Run it again/u);
    expect(await replace()).toMatchObject({ code: 0, errorOutput: '' });
  }
  const { address } = await programs.start({ DATA_DIR: data });
  expect([await signIn(address, 'ann'), await signIn(address, 'ben')]).toEqual([200, 400]);
}, 180_000);

test('[P7] after a kill in a folder without a database, what the restore created never counts as one', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  const empty = await programs.makeFolder();
  await killAt(() => isThere(join(empty, 'postgres/postmaster.pid')), empty);
  expect(await refuseStart(empty)).toMatch(/There was no database before\. To start over without one: rm -rf/u);
  const { code, output } = await replace({ DATA_DIR: empty });
  expect({ code, output }).toEqual({ code: 0, output: expect.not.stringContaining('The previous database') });
  expect((await readdir(empty)).filter((name) => name.startsWith('replaced-'))).toEqual([]);
});

test('[P7] if two restores run at once, the second is refused and changes nothing', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  const first = startRestore(data);
  const ended = once(first, 'exit');
  while (first.exitCode === null && (await findAside()).length === 0) await wait(1);
  // At this moment there is no database in the folder.
  first.kill('SIGSTOP');
  const before = (await readdir(data)).toSorted();
  expect((await replace()).errorOutput).toMatch(
    /^A restore into .* is still running\. Wait until it is complete\.\n$/u,
  );
  expect((await readdir(data)).toSorted()).toEqual(before);
  first.kill('SIGCONT');
  expect(await ended).toEqual([0, null]);
  expect(await findAside()).toHaveLength(1);
});

describe('without a server', () => {
  const NOW = new Date('2026-11-26T23:00:00Z');
  const ASIDE = 'replaced-20261126T230000Z';
  const LOST: Failure = { type: 'backup-damaged', file: 'a' };
  const IN_USE: Failure = { type: 'data-folder-in-use', folder: 'a' };
  const replaceIn = (restore: () => Promise<Failure>) =>
    replaceDatabase({ dataFolder: data, databaseUrl: null, file: backup, now: NOW }, async () => fail(await restore()));
  const readDatabase = (folder: string): Promise<string> => readFile(join(data, folder, 'PG_VERSION'), 'utf8');
  const writeDatabase = async (text: string): Promise<void> => {
    await mkdir(join(data, 'postgres'), { recursive: true });
    await writeFile(join(data, 'postgres/PG_VERSION'), text);
  };

  beforeEach(async () => {
    const saved = await createSavedDatabases();
    onTestFinished(saved.end);
    await writeBackup((await saved.fill()).database.sql, backup);
    await writeDatabase('original');
  });

  test('[P7] a failed restore does not remove the previous database if it is already back in place', async () => {
    await replaceIn(async () => {
      await rename(join(data, ASIDE), join(data, 'postgres'));
      return LOST;
    });
    expect(await readDatabase('postgres')).toBe('original');
  });

  test('[P7] a restore that finds another process using its files leaves them to it', async () => {
    await replaceIn(async () => {
      await writeDatabase('of another process');
      return IN_USE;
    });
    expect([await readDatabase('postgres'), await readDatabase(ASIDE)]).toEqual(['of another process', 'original']);
  });

  test('[P7] a database that cannot be moved stays in service', async () => {
    await mkdir(join(data, ASIDE, 'in the way'), { recursive: true });
    const restore = vi.fn<() => Promise<Failure>>();
    const replaced = await replaceIn(restore);
    expect(replaced).toMatchObject({ failure: { type: 'data-folder-unusable', code: 'ENOTEMPTY' } });
    expect(restore).not.toHaveBeenCalled();
    expect((await readdir(data)).toSorted()).toEqual(['lock', 'postgres', ASIDE]);
  });

  test('[P7] on a full disk, nothing is moved, and a server can still start', async () => {
    // With this limit, a file can be created but not written.
    const limited = ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath, RESTORE, backup, '--replace'];
    const refused = promisify(execFile)('/bin/sh', limited, { env: { DATA_DIR: data } });
    await expect(refused).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The server can't write .*\(EFBIG\)\. Free some space\.\n$/u),
    });
    expect((await readdir(data)).toSorted()).toEqual(['lock', 'postgres']);
    expect(await readDatabase('postgres')).toBe('original');
  });

  test('[P7] a restore waits for a database that is starting or stopping', async () => {
    const files = join(data, 'postgres');
    const starting = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { cwd: files });
    await writeFile(join(files, 'postmaster.pid'), `${starting.pid}\n${files}\n0\n1\n\n\n\nstarting\n`);
    const restore = vi.fn<() => Promise<Failure>>().mockResolvedValue(LOST);
    const replacing = replaceIn(restore);
    await expect.poll(() => isThere(join(data, 'lock'))).toBe(true);
    starting.kill('SIGKILL');
    await replacing;
    expect(restore).toHaveBeenCalledOnce();
  });

  test('[P7] a data folder whose lock is unusable is refused, and nothing is moved', async () => {
    await mkdir(join(data, 'lock'));
    const restore = vi.fn<() => Promise<Failure>>();
    const replaced = await replaceIn(restore);
    expect(replaced).toMatchObject({ failure: { type: 'lock-unusable', file: join(data, 'lock') } });
    expect(restore).not.toHaveBeenCalled();
    expect((await readdir(data)).toSorted()).toEqual(['lock', 'postgres']);
  });
});

test('[P7] the commands in the refusal bring the previous database back', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  await killAt(() => isThere(join(data, 'restoring')).then(async (is) => is && (await findAside()).length > 0));
  const commands = /previous database: (?<commands>.*)\n$/u.exec(await refuseStart())?.groups?.['commands'] ?? '';
  const other = await programs.command('backup/restore.ts', { DATA_DIR: data }, backup);
  expect(other.errorOutput).toMatch(/^A restore into .* was interrupted/u);
  await promisify(exec)(commands);
  const { address } = await programs.start({ DATA_DIR: data });
  expect(await signIn(address, 'ben')).toBe(200);
});

test('[P7] a restore that fails brings the database back', async () => {
  const { stop } = await startWithBackup();
  await stop('SIGTERM');
  const text = gunzipSync(await readFile(backup)).toString();
  const other = text.replace('"name":"lists","columns":[', '"name":"lists","columns":["nonsense",');
  await writeFile(backup, gzipSync(other));
  expect((await replace()).errorOutput).toBe(
    'The backup has columns in public.lists that Checklist does not know. Nothing was restored.\n',
  );
  expect(await readdir(data)).not.toContain('restoring');
  expect(await findAside()).toEqual([]);
  const { address } = await programs.start({ DATA_DIR: data });
  expect(await signIn(address, 'ben')).toBe(200);
});
