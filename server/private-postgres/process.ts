/** The running database of a data folder: whether there is one, how it is started and ended. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from './programs.ts';
import { startProgram } from './run-program.ts';

type Running = { readonly pid: number; readonly port: number };

/** Half a minute: what a power cut left is read again first. */
const PATIENCE = 600;
const STEP_MS = 50;
const LOOKS_AFTER_THE_END = 10;

/** Small, for a machine that does other things too; what is acknowledged is on the disk (fsync and synchronous_commit stay on). */
const FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'max_connections=60',
  'max_wal_size=256MB',
  'autovacuum_naptime=30s',
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
];

/** The database that runs on these files, if there is one: its own note says which process and which port. */
export async function findRunning(files: string): Promise<Running | null> {
  const noted = await readNote(files);
  return noted?.state === 'ready' ? { pid: noted.pid, port: noted.port } : null;
}

/** What postmaster.pid says (Postgres manual, "Database File Layout"), where it is about a process that lives. */
async function readNote(files: string): Promise<(Running & { readonly state: string }) | null> {
  const note = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = note.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0 && isAlive(pid) && (await isPostgresOf(files, pid)))) return null;
  return { pid, port, state: lines[7]?.trim() ?? '' };
}

/** Whether there is a process of that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** After a restart of the machine another program may have the number. Where nobody can tell, the note is believed. */
async function isPostgresOf(files: string, pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (command === null) return true;
  const words = command.split('\0');
  return isSameFolder(files, words[words.indexOf('-D') + 1] ?? '');
}

/** One folder may have several names: a link to it, or a second mount. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [here, there] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  return here?.ino !== undefined && here.ino === there?.ino && here.dev === there.dev;
}

/**
 * Starts the database; resolves once it takes connections. Where another server was faster, its database is given: who may
 * keep it is decided elsewhere. Gives what it output when it did not start.
 */
export async function startPostgres({ programs, owner, files }: Installation, port: number): Promise<Running | string> {
  await untilStopped(files);
  const args = ['-D', files, '-p', String(port), ...FLAGS.flatMap((flag) => ['-c', flag])];
  const child = startProgram(programs.postgres, args, owner);
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
  // Where another server was faster, its note may still be empty when ours gives up.
  let looksLeft = LOOKS_AFTER_THE_END;
  const isBeginning = async (): Promise<boolean> => {
    if (!life.isOver || (await readNote(files)) !== null) return true;
    looksLeft -= 1;
    return looksLeft >= 0;
  };
  for (let tries = 0; tries < PATIENCE && (await isBeginning()); tries += 1) {
    const running = await findRunning(files);
    if (running !== null) {
      // From here on neither keeps this process from ending. Postgres does without anybody who listens.
      child.unref();
      child.stderr?.destroy();
      return running;
    }
    await wait(STEP_MS);
  }
  if (!life.isOver) child.kill('SIGQUIT');
  return life.output.trim() || 'it does not take connections';
}

/** One that is just being ended, slowly, still has the files. */
async function untilStopped(files: string): Promise<void> {
  const isStopping = async (): Promise<boolean> => (await readNote(files))?.state === 'stopping';
  for (let tries = 0; tries < PATIENCE && (await isStopping()); tries += 1) await wait(STEP_MS);
}

/** Ends a database: connections are closed, what is committed is written ("fast shutdown"). */
export async function stopPostgres(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (let tries = 0; tries < 200 && isAlive(pid); tries += 1) await wait(STEP_MS);
}
