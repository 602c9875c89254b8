/** Runs Postgres programs, which refuse to run as root, as another user if necessary. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Owner = { readonly uid: number; readonly gid: number };

const ask = promisify(execFile);

/**
 * Finds the user that runs the programs: for root, the owner of the database or of the data folder, or an unprivileged user.
 * @param dataFolder exists; the database in it may be missing
 * @returns null for the user that runs the server
 */
export async function findOwner(dataFolder: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  for (const path of [join(dataFolder, 'postgres'), dataFolder]) {
    const existing = await stat(path).catch(() => null);
    if (existing !== null && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([ask('id', ['-u', name]), ask('id', ['-g', name])]).catch(() => null);
    if (ids !== null) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  return null;
}

/** The working directory of a program, and the path under which the program finds its files. */
export type Reach = { readonly cwd: string; readonly path: string };

/**
 * Makes a folder reachable for a program that runs as another user. Root enters the folder before it changes the user, and the
 * program refers to it as its working directory, so that it needs no permission for the folders above.
 */
export function reachFolder(folder: string, owner: Owner | null): Reach {
  // A folder that every user can enter, and that is not removed.
  if (owner === null) return { cwd: tmpdir(), path: folder };
  return hasWorkingDirectoryPath() ? { cwd: folder, path: WORKING_DIRECTORY } : { cwd: '/', path: folder };
}

/** Whether this system has a path for the working directory of each process (Linux). */
export const hasWorkingDirectoryPath = (): boolean => existsSync(WORKING_DIRECTORY);

const WORKING_DIRECTORY = '/proc/self/cwd';

type Program = {
  readonly program: string;
  readonly args: readonly string[];
  readonly owner: Owner | null;
  readonly cwd: string;
};

/** Starts a program detached from the terminal, because the server itself stops its database after Ctrl+C. */
export function startProgram({ program, args, owner, cwd }: Program): ChildProcess {
  return spawn(program, args, {
    ...owner,
    cwd,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...pickEnvironment(process.env), LC_ALL: 'C' },
  });
}

/** Passes on only what the programs need, without the server's secrets. */
function pickEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.has(name)));
}

const PASSED_ON = new Set(['PATH', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot']);

/** Runs a program until it exits. Returns its error output if it failed, else null. */
export async function runProgram(program: Program): Promise<string | null> {
  const child = startProgram(program);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-4000);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : output.trim()));
  });
}
