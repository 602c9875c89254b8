/** CPU time of processes, read from /proc on Linux. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';

/** Returns the CPU milliseconds used so far; NaN outside of Linux. */
export type CpuClock = () => Promise<number>;

/** CPU time of one process. */
export const cpuOf =
  (pid: number): CpuClock =>
  async () => {
    const found = await readProcess(pid);
    return found === null ? Number.NaN : found.own;
  };

/** CPU time of a whole Postgres: the postmaster, its running children and its exited children. */
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

/** CPU time of the server process that this process started last. */
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
  /** CPU milliseconds of the process itself (`own`) and of its exited children (`ended`). */
  readonly own: number;
  readonly ended: number;
};

async function listProcesses(): Promise<readonly Process[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map((name) => readProcess(Number(name))));
  return found.filter((one) => one !== null);
}

/** Parses `stat` as described in proc(5): the name is in parentheses and may contain spaces. A clock tick is 10 ms. */
async function readProcess(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (from: number): number => 10 * (Number(fields[from]) + Number(fields[from + 1]));
  return { pid, parent: Number(fields[1]), own: ticks(11), ended: ticks(13) };
}
