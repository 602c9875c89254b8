/** The lock of a data folder: between processes, after a kill, and between containers, which cannot see each other's processes. */
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { ok } from '#server/result.ts';
import { writeSampleWebRoot, type SampleWebRoot } from '#server/testing/sample-web-root.ts';
import { lockFolder } from './data-folder.ts';

const SERVER = join(import.meta.dirname, '..');
const IS_ROOT = process.getuid?.() === 0;
/** Starts a program that sees only its own processes, as in a container. Killing the starter ends all of them. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child'];
/** Only root can do this, and in some containers not even root. */
const CAN_SEPARATE = IS_ROOT && spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0;
/** The user id of `daemon`. */
const SERVICE = 1;

type Program = ChildProcessByStdio<null, Readable, Readable>;

let sample: SampleWebRoot;
let folder: string;
const started: Program[] = [];

beforeAll(async () => {
  sample = await writeSampleWebRoot();
});
afterAll(() => sample.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checklist-lock-'));
});
afterEach(async () => {
  for (const program of started.splice(0)) await kill(program);
  // The processes of a killed container end a moment later.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/**
 * Starts a program that tries to take the lock, and holds it until it is killed.
 * @param starter a command that starts the program
 */
async function holdLock(
  user: { uid?: number } = {},
  starter: readonly string[] = [],
): Promise<{ readonly program: Program; readonly word: string }> {
  const script = `import { lockFolder } from '${join(import.meta.dirname, 'data-folder.ts')}';
    const locked = await lockFolder('${folder}');
    console.log(!locked.ok ? locked.failure.type : locked.value === null ? 'locked' : 'ours');
    setInterval(() => locked, 1000);`;
  const [command, ...args] = [...starter, process.execPath, '--input-type=module', '--eval', script];
  const program = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  started.push(program);
  return { program, word: await readUntil(program, /^(?<found>[\w-]+)\n/u) };
}

async function readUntil(program: Program, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const found = pattern.exec(output)?.groups?.['found'];
    if (found !== undefined) return found;
  }
  throw new Error(`The program has ended: ${output}`);
}

async function kill(program: Program): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

test('[P7] one process holds the lock, until it releases it or is killed', async () => {
  const first = await holdLock();
  expect(first.word).toBe('ours');
  expect(await readdir(folder)).toEqual(['lock']);
  expect(await lockFolder(folder)).toEqual(ok(null));
  expect((await holdLock()).word).toBe('locked');
  // A process that does not respond keeps it.
  first.program.kill('SIGSTOP');
  expect(await lockFolder(folder)).toEqual(ok(null));
  await kill(first.program);
  const locked = await lockFolder(folder);
  if (!locked.ok || locked.value === null) throw new Error('The lock is not free.');
  expect((await holdLock()).word).toBe('locked');
  locked.value.release();
  expect((await holdLock()).word).toBe('ours');
});

const writeForeign = (file: string): Promise<void> => writeFile(file, 'this is no lock\n');
const makeFolder = (file: string): Promise<void> => mkdir(file);

test.each([
  ['a folder', makeFolder],
  ['a file with other content', writeForeign],
])('[P1] a lock that is %s is a failure, and no database is created', async (_, make) => {
  const file = join(folder, 'lock');
  await make(file);
  const failure = { ok: false, failure: { type: 'lock-unusable', file, reason: expect.any(String) } };
  expect(await lockFolder(folder)).toEqual(failure);
  expect(await startPrivatePostgres(folder)).toEqual(failure);
  expect(await readdir(folder)).toEqual(['lock']);
});

test('[P7] the lock works on a full disk', async () => {
  // With this limit, a file can be created but not written. Standard output is no file.
  expect((await holdLock({}, ['/bin/sh', '-c', 'ulimit -f 0 && exec "$@"', 'sh'])).word).toBe('ours');
});

test('[P1] a lock that this user can’t write to is a failure, and does not count as free', async () => {
  await writeFile(join(folder, 'lock'), '');
  await chmod(join(folder, 'lock'), 0o444);
  if (IS_ROOT) await chown(folder, SERVICE, SERVICE);
  expect((await holdLock(IS_ROOT ? { uid: SERVICE } : {})).word).toBe('lock-unusable');
});

describe.runIf(CAN_SEPARATE)('in containers on one volume', { timeout: 180_000 }, () => {
  const env = (): Record<string, string> => ({ DATA_DIR: folder, WEB_DIR: sample.folder, PORT: '0' });
  const startProgram = (file: string, ...words: readonly string[]): Program => {
    const [unshare = '', ...options] = CONTAINER;
    const program = spawn(unshare, [...options, process.execPath, join(SERVER, file), ...words], {
      env: env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(program);
    return program;
  };
  /** Starts a server in a separate container. */
  async function startServer(): Promise<{ readonly program: Program; readonly address: string }> {
    const program = startProgram('main.ts');
    return { program, address: await readUntil(program, /Checklist is ready at (?<found>\S+)\n[^]*Ctrl\+C/u) };
  }
  /** Runs a program to its end in a separate container. */
  async function run(
    file: string,
    ...words: readonly string[]
  ): Promise<{ readonly code: unknown; readonly errors: string }> {
    const program = startProgram(file, ...words);
    const [errors, [code]] = await Promise.all([text(program.stderr), once(program, 'close')]);
    return { code, errors };
  }
  const call = async (address: string, path: string, name: string): Promise<number> => {
    const body = JSON.stringify({ email: `${name}@example.org`, password: 'correct horse' });
    return (await fetch(`${address}/auth/v1/${path}`, { method: 'POST', body })).status;
  };
  const signIn = (address: string, name: string): Promise<number> => call(address, 'token?grant_type=password', name);
  const IN_USE = {
    code: 1,
    errors: expect.stringMatching(/is using the data folder .*, perhaps in another container\./u),
  };

  test('[P1] [P7] a second server, backup or restore is refused while the first runs, and works after a crash', async () => {
    const first = await startServer();
    expect(await call(first.address, 'signup', 'ann')).toBe(200);
    const file = join(folder, 'list.gz');
    expect(await run('main.ts')).toEqual(IN_USE);
    expect(await run('backup/backup.ts', file)).toEqual(IN_USE);
    expect(await signIn(first.address, 'ann')).toBe(200);
    await kill(first.program);
    expect(await run('backup/backup.ts', file)).toMatchObject({ code: 0 });
    const second = await startServer();
    expect(await signIn(second.address, 'ann')).toBe(200);
    expect(await run('backup/restore.ts', file, '--replace')).toEqual(IN_USE);
    expect(await signIn(second.address, 'ann')).toBe(200);
    await kill(second.program);

    // What another container has while it restores: the lock and the mark.
    const other = await holdLock();
    await writeFile(join(folder, 'restoring'), 'replaced-20261126T230000Z\n');
    const running = { code: 1, errors: expect.stringMatching(/^A restore into .* is still running\./u) };
    expect(await run('backup/restore.ts', file, '--replace')).toEqual(running);
    expect(await run('main.ts')).toEqual(running);
    await kill(other.program);
    expect((await run('main.ts')).errors).toMatch(/^A restore into .* was interrupted\. Run it again/u);
    expect(await run('backup/restore.ts', file, '--replace')).toMatchObject({ code: 0 });
  });
});
