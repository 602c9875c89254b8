/** What processes have used of the processor and of memory, as Linux tells it under /proc. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';

/** Gives the milliseconds of CPU that something has used so far; NaN where nobody can tell. */
export type CpuClock = () => Promise<number>;

/** The clock of one process. */
export const cpuOf =
  (pid: number): CpuClock =>
  async () => {
    const found = await readProcess(pid);
    return found === null ? Number.NaN : found.own;
  };

/** The clock of a whole Postgres: its first process, those that live under it, and those that lived. */
export async function cpuOfPostgres(sql: Sql): Promise<CpuClock> {
  const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
  const note = await readFile(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').catch(() => '');
  const first = Number(note.split('\n')[0]);
  return async () => {
    const all = await listProcesses();
    const postmaster = all.find(({ pid }) => pid === first);
    if (postmaster === undefined) return Number.NaN;
    const children = all.filter(({ parent }) => parent === first);
    return children.reduce((sum, { own }) => sum + own, postmaster.own + postmaster.ended);
  };
}

/** The clock of the server that this process has started last. */
export async function cpuOfServer(): Promise<CpuClock> {
  const servers: number[] = [];
  for (const { pid, parent } of await listProcesses()) {
    const command = parent === process.pid ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (command.includes('server/main.ts')) servers.push(pid);
  }
  return cpuOf(Math.max(...servers));
}

type Process = {
  readonly pid: number;
  readonly parent: number;
  /** Milliseconds of CPU of its own, and of its children that have ended. */
  readonly own: number;
  readonly ended: number;
};

async function listProcesses(): Promise<readonly Process[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map((name) => readProcess(Number(name))));
  return found.filter((one) => one !== null);
}

/** As proc(5) writes `stat`: the name stands in parentheses and may hold blanks. A tick is 10 ms. */
async function readProcess(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (from: number): number => 10 * (Number(fields[from]) + Number(fields[from + 1]));
  return { pid, parent: Number(fields[1]), own: ticks(11), ended: ticks(13) };
}
