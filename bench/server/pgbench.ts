/** Runs pgbench, Postgres' own load program, if it is installed; the bundled Postgres does not include it. */
import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export type Pgbench = (script: string, load: PgbenchLoad) => Promise<PgbenchRun>;

type PgbenchLoad = { readonly clients: number; readonly seconds: number };
type PgbenchRun = { readonly count: number; readonly perSecond: number; readonly milliseconds: number };

/** Returns a function that runs a script with prepared statements, or null if pgbench is not installed. */
export async function findPgbench(databaseUrl: string): Promise<Pgbench | null> {
  const program = await findPgbenchPath();
  if (program === null) return null;
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const connection = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: pathname.slice(1) };
  const env = { ...process.env, ...connection, PGPASSWORD: decodeURIComponent(password) };
  return async (script, { clients, seconds }) => {
    const folder = await mkdtemp(join(tmpdir(), 'checklist-pgbench-'));
    try {
      const file = join(folder, 'script.sql');
      await writeFile(file, script);
      const size = ['--client', String(clients), '--jobs', String(Math.min(clients, 2)), '--time', String(seconds)];
      const how = ['--no-vacuum', '--protocol', 'prepared', '--file', file];
      const { stdout } = await promisify(execFile)(program, [...how, ...size], { env });
      return readRun(stdout);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Searches the PATH and the folder where Debian keeps the programs of each version. */
async function findPgbenchPath(): Promise<string | null> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const latest = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'));
  for (const folder of [...latest, ...(process.env['PATH'] ?? '').split(delimiter)]) {
    const program = join(folder, 'pgbench');
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return null;
}

function readRun(said: string): PgbenchRun {
  const read = (line: RegExp): number => Number(line.exec(said)?.[1]);
  return {
    count: read(/actually processed: (\d+)/u),
    perSecond: read(/tps = ([\d.]+)/u),
    milliseconds: read(/latency average = ([\d.]+)/u),
  };
}
