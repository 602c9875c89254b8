/** A Postgres that takes long to start or to stop. Waiting is a fiftieth as long as it would be. */
import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Timers from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Installation } from './find-installation.ts';
import { findRunning, isAlive, startPostgres, stopPostgres, type Running } from './process.ts';

vi.mock('node:timers/promises', async (load) => {
  const real = await load<typeof Timers>();
  return { ...real, setTimeout: (ms: number) => real.setTimeout(ms / 50) };
});

let files: string;
beforeEach(async () => {
  files = await realpath(await mkdtemp(join(tmpdir(), 'checklist-process-')));
});
afterEach(() => rm(files, { recursive: true, force: true }));

/** An installation whose Postgres is a script. It notes its state as Postgres does. */
async function install(script: string): Promise<Installation> {
  const postgres = join(files, 'postgres.sh');
  const note = `note() { printf '%s\\n' $$ "$PWD" 0 5999 '' '' '' "$1" > new.pid; mv new.pid postmaster.pid; }`;
  await writeFile(postgres, `#!/bin/sh\ncd '${files}'\n${note}\n${script}\n`);
  await chmod(postgres, 0o700);
  return { programs: { postgres, initdb: postgres }, owner: null, folder: files, files };
}

const READY = `note ready; while :; do sleep 0.05; done`;

/** Recovers until the console says so. */
const RECOVER = `note starting; until [ -e said ]; do sleep 0.05; done`;

function collectErrorOutput(): readonly string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    writeFileSync(join(files, 'said'), '');
    return lines.push(String(line)) > 0;
  });
  onTestFinished(() => spy.mockRestore());
  return lines;
}

const isStarted = (started: Running | string): started is Running => typeof started !== 'string';

test('[arch-5] a database that recovers for longer than 30 seconds is not killed, and the console says so', async () => {
  const lines = collectErrorOutput();
  const started = await startPostgres(await install(`${RECOVER}; ${READY}`), 5999);
  expect(await findRunning(files)).toEqual(started);
  expect(lines[0]).toContain('Postgres is recovering');
  if (isStarted(started)) process.kill(started.pid, 'SIGKILL');
});

test('[arch-5] a database that ends while it recovers is reported with its error output', async () => {
  collectErrorOutput();
  const installation = await install(`${RECOVER}; echo 'could not recover' >&2; exit 1`);
  expect(await startPostgres(installation, 5999)).toBe('could not recover');
});

test('[arch-5] a process that does not even begin to start is killed', async () => {
  const lines = collectErrorOutput();
  expect(await startPostgres(await install(`exec sleep 60`), 5999)).toBe('it does not take connections');
  expect(lines).toEqual([]);
});

test('[arch-5] a stop waits until a database has written everything, also if that takes longer than ten seconds', async () => {
  const started = await startPostgres(await install(`trap 'note stopping; sleep 2; exit' INT; ${READY}`), 5999);
  if (!isStarted(started)) throw new Error(started);
  await stopPostgres(files, started.pid);
  expect(isAlive(started.pid)).toBe(false);
});
