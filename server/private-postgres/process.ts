/** Finds, starts and stops the Postgres process of a data folder. */
import type { ChildProcess } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '#server/messages.ts';
import { readErrorCode } from '#server/result.ts';
import { isThere, type Installation } from './find-installation.ts';
import { hasWorkingDirectoryPath, reachFolder, startProgram } from './run-program.ts';

export type Running = { readonly pid: number; readonly port: number };

const POLL_MS = 50;
/** 30 seconds: for a start without recovery, and between two messages about a recovery, which can take minutes on a memory card. */
const START_POLLS = 600;
/** Ten minutes and ten seconds: to write everything to a slow disk, and for a process that may not be Postgres any more. */
const [STOP_POLLS, UNSURE_STOP_POLLS] = [12_000, 200];
const POLLS_AFTER_EXIT = 10;

/** Small values for a shared machine. Acknowledged writes are on disk: fsync and synchronous_commit stay on. */
const FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'max_connections=100',
  'max_wal_size=256MB',
  'autovacuum_naptime=30s',
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
];

/** Finds the database that runs on these files, by its postmaster.pid. */
export async function findRunning(files: string): Promise<Running | null> {
  const noted = await readNote(files);
  return noted?.state === 'ready' ? { pid: noted.pid, port: noted.port } : null;
}

/** Reads postmaster.pid (Postgres manual, "Database File Layout"). Returns null unless its process is alive. */
async function readNote(files: string): Promise<(Running & { readonly state: string }) | null> {
  const note = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = note.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0 && isAlive(pid) && (await isPostgresOf(files, pid)))) return null;
  return { pid, port, state: lines[7]?.trim() ?? '' };
}

/**
 * Whether a live process may be using these files, even one that accepts no connections. Unlike in `findRunning`, a process that
 * this user can't inspect counts.
 */
export async function isOccupied(files: string): Promise<boolean> {
  const note = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(note.split('\n')[0]);
  if (!(pid > 0 && isThereProcess(pid))) return false;
  const isVisible = hasWorkingDirectoryPath() && (await isThere(`/proc/${pid}/cwd`));
  return !isVisible || isSameFolder(files, `/proc/${pid}/cwd`);
}

/** Whether a process exists, even one of another user. */
function isThereProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** After a reboot, another program may have the process id. Postgres works in its own folder. Without /proc, this trusts postmaster.pid. */
const isPostgresOf = (files: string, pid: number): Promise<boolean> =>
  hasWorkingDirectoryPath() ? isSameFolder(files, `/proc/${pid}/cwd`) : Promise.resolve(true);

/** Compares folders by inode, because a folder can have several names (links or mounts). */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [here, there] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  return here?.ino !== undefined && here.ino === there?.ino && here.dev === there.dev;
}

/**
 * Starts the database, and resolves once it accepts connections. If another server was faster, returns that database; the
 * claim of the data folder decides who keeps it. A database that recovers is never killed, because the next start would
 * have to do the same work again.
 * @returns the running database, or the error output
 */
export async function startPostgres(installation: Installation, port: number): Promise<Running | string> {
  const { files } = installation;
  await untilStopped(files);
  const { child, life } = spawnPostgres(installation, port);
  // If another server was faster, its postmaster.pid may still be empty when our process exits.
  let pollsLeft = POLLS_AFTER_EXIT;
  const isBeginning = async (): Promise<boolean> => {
    if (!life.isOver || (await readNote(files)) !== null) return true;
    pollsLeft -= 1;
    return pollsLeft >= 0;
  };
  for (let polls = 0; (await goesOn(files, polls)) && (await isBeginning()); polls += 1) {
    const running = await findRunning(files);
    if (running !== null) {
      // From now on the child process does not keep this process alive. Its output is no longer read.
      child.unref();
      child.stderr?.destroy();
      return running;
    }
    await wait(POLL_MS);
  }
  if (!life.isOver) child.kill('SIGQUIT');
  return life.output.trim() || 'it does not take connections';
}

type Spawned = { readonly child: ChildProcess; readonly life: { output: string; isOver: boolean } };

function spawnPostgres({ programs, owner, files }: Installation, port: number): Spawned {
  const { cwd, path } = reachFolder(files, owner);
  const args = ['-D', path, '-p', String(port), ...FLAGS.flatMap((flag) => ['-c', flag])];
  const child = startProgram({ program: programs.postgres, args, owner, cwd });
  const life = { output: '', isOver: false };
  child.stderr?.on('data', (chunk: Buffer) => {
    life.output = `${life.output}${chunk.toString()}`.slice(-4000);
  });
  child.once('error', (error) => {
    life.output = error.message;
    life.isOver = true;
  });
  child.once('exit', () => {
    life.isOver = true;
  });
  return { child, life };
}

/** Whether to wait longer for a start: as long as the process that recovers is alive. Says so from time to time. */
async function goesOn(files: string, polls: number): Promise<boolean> {
  if (polls < START_POLLS) return true;
  if ((await readNote(files)) === null) return false;
  if (polls % START_POLLS === 0) process.stderr.write(`${messages.recovering}\n`);
  return true;
}

/** Waits for a database that is still shutting down on these files. */
async function untilStopped(files: string): Promise<void> {
  const isStopping = async (): Promise<boolean> => (await readNote(files))?.state === 'stopping';
  for (let polls = 0; polls < STOP_POLLS && (await isStopping()); polls += 1) await wait(POLL_MS);
}

/** Stops a database with a "fast shutdown": closes connections and writes all committed data, which can take minutes. */
export async function stopPostgres(files: string, pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  const isOurs = async (): Promise<boolean> => (await readNote(files))?.pid === pid;
  for (let polls = 0; polls < STOP_POLLS && isAlive(pid); polls += 1) {
    if (polls >= UNSURE_STOP_POLLS && !(await isOurs())) return;
    await wait(POLL_MS);
  }
}
