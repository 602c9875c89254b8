/** `npm run backup` and `npm run restore` as programs, with a private database and a running server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findRunning, isAlive } from '#server/private-postgres/process.ts';
import {
  createServerPrograms,
  findPostgres,
  waitForExit,
  type ServerPrograms,
} from '#server/testing/server-programs.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';

const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
beforeEach(() => {
  programs = createServerPrograms({ WEB_DIR: sample.folder });
});
afterEach(() => programs.end());
afterAll(() => sample.remove());

const run = (command: 'backup' | 'restore', env: Record<string, string>, ...words: readonly string[]) =>
  waitForExit(
    spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

const signIn = async (address: string, path: string): Promise<number> => {
  const body = JSON.stringify({ email: 'ann@example.org', password: 'correct horse' });
  return (await fetch(`${address}/auth/v1/${path}`, { method: 'POST', body })).status;
};

test('[spec-9] a private database is saved while its server runs, and restored into another folder', async () => {
  const [data, other, again] = await Promise.all([1, 2, 3].map(() => programs.makeFolder()));
  if (data === undefined || other === undefined || again === undefined) throw new Error('There are three.');
  const { address, program } = await programs.start({ DATA_DIR: data });
  expect(await signIn(address, 'signup')).toBe(200);
  const saved = await run('backup', { DATA_DIR: data, INIT_CWD: other }, 'list.gz');
  expect(saved).toMatchObject({ errorOutput: '', code: 0 });
  expect(saved.output).toMatch(new RegExp(`^Saved \\d+ rows to ${other}/list\\.gz\\. `));
  expect((await stat(join(other, 'list.gz'))).mode & 0o777).toBe(0o600);
  // The server continues undisturbed.
  expect(await signIn(address, 'token?grant_type=password')).toBe(200);
  const onto = await run('restore', { DATA_DIR: data }, join(other, 'list.gz'));
  expect(onto.errorOutput).toMatch(/^Another Checklist server is using the data folder/);
  program.kill('SIGTERM');

  const restored = await run('restore', { DATA_DIR: again }, join(other, 'list.gz'));
  expect(restored).toMatchObject({ errorOutput: '', code: 0 });
  expect(restored.output).toMatch(/^Restored \d+ rows from the backup of 20\S+Z\.\n$/);
  // No process remains.
  expect(await findPostgres(again)).toBeNull();
  const second = await programs.start({ DATA_DIR: again });
  expect(await signIn(second.address, 'token?grant_type=password')).toBe(200);
  const twice = await run('restore', { DATA_DIR: again }, join(other, 'list.gz'));
  expect(twice.code).toBe(1);
});

test('[spec-9] a stopped database is started for the backup and stopped after it', async () => {
  const data = await programs.makeFolder();
  const { program, address } = await programs.start({ DATA_DIR: data });
  await signIn(address, 'signup');
  const ended = waitForExit(program);
  program.kill('SIGTERM');
  await ended;
  expect(await run('backup', { DATA_DIR: data }, join(data, 'list.gz'))).toMatchObject({ errorOutput: '', code: 0 });
  expect(await findPostgres(data)).toBeNull();
});

/** Starts a server on the folder once, and stops it. */
async function makeDatabase(data: string): Promise<void> {
  const { program } = await programs.start({ DATA_DIR: data });
  const ended = waitForExit(program);
  program.kill('SIGTERM');
  await ended;
}

test('[spec-9] a signal ends a command, and the Postgres that the command has started', async () => {
  const data = await programs.makeFolder();
  await makeDatabase(data);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const words = [join(import.meta.dirname, '../admin/admin.ts'), 'create', 'ann@example.org', '--password'];
    // It waits for the password.
    const command = spawn(process.execPath, words, { env: { DATA_DIR: data }, stdio: 'pipe' });
    const [errorOutput, ended] = [text(command.stderr), once(command, 'exit')];
    await vi.waitUntil(async () => (await findRunning(join(data, 'postgres'))) !== null);
    await wait(300);
    const pid = await findPostgres(data);
    command.kill(signal);
    expect(await ended).toEqual([code, null]);
    expect(await errorOutput).toBe(`The command was interrupted (${signal}).\n`);
    expect(pid !== null && isAlive(pid)).toBe(false);
  }
});

test('[spec-9] a second signal ends a command that still waits for a database', async () => {
  const silent = createServer(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const reached = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const command = spawn(process.execPath, [join(import.meta.dirname, 'backup.ts'), '/tmp/never.gz'], {
    env: { DATABASE_URL: `postgres://list@127.0.0.1:${port}/list` },
  });
  const ended = once(command, 'exit');
  await reached;
  command.kill('SIGINT');
  // Signals within a second of the first one do not count.
  const signals = setInterval(() => command.kill('SIGINT'), 1_200);
  expect(await ended).toEqual([130, null]);
  clearInterval(signals);
  silent.close();
});

test('[spec-9] a restore in place that a signal ends brings the previous database back', async () => {
  const data = await programs.makeFolder();
  await makeDatabase(data);
  const file = join(data, 'list.gz');
  expect(await run('backup', { DATA_DIR: data }, file)).toMatchObject({ code: 0 });
  await writeFile(join(data, 'postgres/previous'), '');
  const command = spawn(process.execPath, [join(import.meta.dirname, 'restore.ts'), file, '--replace'], {
    env: { DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = waitForExit(command);
  await vi.waitUntil(async () => (await readdir(data)).some((name) => name.startsWith('postgres-new-')), {
    interval: 5,
  });
  command.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 143, output: '' });
  expect((await readdir(data)).toSorted()).toEqual(['database.txt', 'list.gz', 'lock', 'postgres']);
  expect(await readdir(join(data, 'postgres'))).toContain('previous');
  expect(await findPostgres(data)).toBeNull();
});

test('[spec-9] a failure is reported in one sentence', async () => {
  const folder = await programs.makeFolder();
  await writeFile(join(folder, 'text'), 'hello');
  const env = { DATA_DIR: folder };
  const complain = async (command: 'backup' | 'restore', ...words: readonly string[]) => {
    const { output, errorOutput, code } = await run(command, env, ...words);
    expect([output, code]).toEqual(['', 1]);
    return errorOutput;
  };
  expect(await complain('backup')).toBe('Usage: npm run backup -- FILE\n');
  expect(await complain('backup', 'a', 'b')).toMatch(/^Usage: npm/);
  expect(await complain('backup', '--end-sessions', 'a')).toMatch(/^Usage: npm/);
  expect(await complain('restore')).toBe('Usage: npm run restore -- FILE [--end-sessions] [--replace]\n');
  expect(await complain('restore', '--end', 'a')).toMatch(/^Usage: npm/);
  expect(await complain('backup', join(folder, 'a'))).toMatch(/^There is no database in /);
  expect(await complain('restore', join(folder, 'text'))).toBe(`${folder}/text is not a Checklist backup.\n`);
});
