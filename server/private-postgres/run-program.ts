/** Runs Postgres programs, which refuse to run as root, as another user if necessary. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

export type Owner = { readonly uid: number; readonly gid: number };

const ask = promisify(execFile);

/**
 * Finds the user that runs the programs; null for the user that runs the server.
 * @param files the database's files, whose owner must run the programs; they may be missing
 */
export async function findOwner(files: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await stat(files).catch(() => null);
  if (existing !== null && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([ask('id', ['-u', name]), ask('id', ['-g', name])]).catch(() => null);
    if (ids !== null) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  return null;
}

/** Starts a program detached from the terminal, because the server itself stops its database after Ctrl+C. */
export function startProgram(program: string, args: readonly string[], owner: Owner | null): ChildProcess {
  return spawn(program, args, {
    ...owner,
    // A folder that every user can enter, and that is not removed.
    cwd: owner === null ? tmpdir() : '/',
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
export async function runProgram(
  program: string,
  args: readonly string[],
  owner: Owner | null,
): Promise<string | null> {
  const child = startProgram(program, args, owner);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-4000);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : output.trim()));
  });
}
