/** For tests: starts the server as a program with temporary data folders, and stops it after the test. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '#server/private-postgres/process.ts';

export type Program = ChildProcessByStdio<null, Readable, Readable>;
export type StartedProgram = { readonly program: Program; readonly address: string; readonly output: string };

export type ServerPrograms = {
  /** An empty data folder, removed at the end. */
  readonly makeFolder: () => Promise<string>;
  readonly run: (env: Readonly<Record<string, string>>) => Program;
  /** Runs a command of operators, such as `backup/backup.ts`, to its end. */
  readonly command: (
    file: string,
    env: Readonly<Record<string, string>>,
    ...words: readonly string[]
  ) => Promise<Ended>;
  /** Starts a server on a free port; resolves once it is ready, rejects with its errorOutput where it ends instead. */
  readonly start: (env: Readonly<Record<string, string>>) => Promise<StartedProgram>;
  /** Ends every server, then every private database that one left behind. */
  readonly end: () => Promise<void>;
};

/** The one of scripts/start.js: a program that finds its code compiled starts in half the time. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node');

/** A program's last words and its exit code. */
type Ended = { readonly output: string; readonly errorOutput: string; readonly code: unknown };

type RunOptions = {
  /** The Node to run it with; by default that of the tests. */
  readonly node?: string;
  /** The program to run; by default this checkout's. */
  readonly main?: string;
  /** The user that runs it; only root can name another one. */
  readonly user?: { readonly uid: number; readonly gid: number };
};

/** @param settings the settings of every server */
export function createServerPrograms(
  settings: Readonly<Record<string, string>>,
  { node = process.execPath, main = join(import.meta.dirname, '../main.ts'), user }: RunOptions = {},
): ServerPrograms {
  const programs: Program[] = [];
  const folders: string[] = [];
  const run = (env: Readonly<Record<string, string>>): Program => {
    const program = spawn(node, [main], {
      ...user,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, PORT: '0', ...settings, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    programs.push(program);
    return program;
  };
  return {
    run,
    command: (file, env, ...words) =>
      waitForExit(
        spawn(node, [join(dirname(main), file), ...words], {
          ...user,
          env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
    async makeFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'checklist-server-'));
      folders.push(folder);
      return folder;
    },
    start: (env) => waitUntilReady(run(env)),
    async end() {
      await Promise.all(programs.splice(0).map(endProgram));
      for (const folder of folders.splice(0)) {
        await endPostgres(folder);
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      }
    },
  };
}

async function waitUntilReady(program: Program): Promise<StartedProgram> {
  const errorOutput = text(program.stderr);
  let output = '';
  for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes('Ctrl+C')) break;
  }
  const address = /Checklist is ready at (\S+)\n/.exec(output)?.[1];
  if (address === undefined) throw new Error(`The server did not start: ${output}${await errorOutput}`);
  return { program, address, output };
}

export async function waitForExit(program: Program): Promise<Ended> {
  const [output, errorOutput, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close') as Promise<readonly unknown[]>,
  ]);
  return { output, errorOutput, code };
}

const TIMEOUT_MS = 20_000;

async function endProgram(program: Program): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  const isOver = await Promise.race([ended.then(() => true), wait(TIMEOUT_MS, false, { ref: false })]);
  if (isOver) return;
  program.kill('SIGKILL');
  await ended;
}

/** The process of the private database of a data folder, where there is one that lives. */
export async function findPostgres(folder: string): Promise<number | null> {
  const note = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(note.split('\n')[0]);
  return pid > 0 && isAlive(pid) ? pid : null;
}

async function endPostgres(folder: string): Promise<void> {
  const pid = await findPostgres(folder);
  if (pid === null) return;
  process.kill(pid, 'SIGQUIT');
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await wait(50);
}
