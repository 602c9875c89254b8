/** Starts the programs of Postgres: never as root, which they refuse. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

export type Owner = { readonly uid: number; readonly gid: number };

const ask = promisify(execFile);

/** The user whose name the programs run under; null where they run as whoever runs the server. */
export async function findOwner(): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([ask('id', ['-u', name]), ask('id', ['-g', name])]).catch(() => null);
    if (ids !== null) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  return null;
}

/** Starts a program, detached from the terminal: Ctrl+C is for the server, which stops its database itself. */
export function startProgram(program: string, args: readonly string[], owner: Owner | null): ChildProcess {
  return spawn(program, args, {
    ...owner,
    // Not a folder that somebody may want to remove.
    cwd: tmpdir(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...pickEnvironment(process.env), LC_ALL: 'C' },
  });
}

/** What the programs need and no more: the server's secrets stay with the server. */
function pickEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.has(name)));
}

const PASSED_ON = new Set(['PATH', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot']);

/** Runs a program to its end. Gives what it output on the error stream when it failed; null when all went well. */
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
