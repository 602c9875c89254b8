/** The server's own Postgres, kept under the data folder: made at the first start, started again whenever it died. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { initialise, readPassword } from './initialise.ts';
import type { Installation } from './programs.ts';
import { findRunning, isAlive, startPostgres, stopPostgres } from './process.ts';
import { findPrograms } from './programs.ts';
import { findOwner } from './run-program.ts';

export type PrivatePostgres = {
  /** Where to connect; the address stays the same when the database is started again. */
  readonly url: string;
  /** It ran already: another server may have it. */
  readonly isFound: boolean;
  /** Ends the database in an orderly way. */
  readonly stop: () => Promise<void>;
  /** Leaves the database to another server, whose it is. */
  readonly leave: () => void;
};

export type PostgresFailure =
  /** There are no programs of Postgres for this system, or their install script has not run. */
  | { readonly type: 'postgres-missing' }
  /** It could not be made or started; `output` is what it output. */
  | { readonly type: 'postgres-failed'; readonly output: string };

/** So often the database is looked after. */
const WATCH_MS = 500;

/**
 * Starts the database of a data folder. One that still runs, because a server was killed, is taken over.
 * @param folder the data folder; it exists and can be written
 */
export async function startPrivatePostgres(folder: string): Promise<Result<PrivatePostgres, PostgresFailure>> {
  const programs = await findPrograms();
  if (programs === null) return fail({ type: 'postgres-missing' });
  const installation: Installation = { programs, owner: await findOwner(), folder, files: join(folder, 'postgres') };
  try {
    const failed = await initialise(installation);
    if (failed !== null) return fail({ type: 'postgres-failed', output: failed });
    const found = await findRunning(installation.files);
    const started = found ?? (await startPostgres(installation, await findFreePort()));
    if (typeof started === 'string') return fail({ type: 'postgres-failed', output: started });
    const url = `postgres://postgres:${await readPassword(installation)}@127.0.0.1:${started.port}/postgres`;
    return ok({ url, isFound: found !== null, ...keepAlive(installation, started.port, started.pid) });
  } catch (error) {
    return fail({ type: 'postgres-failed', output: readErrorCode(error) });
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts the database again when it died. */
function keepAlive(
  installation: Installation,
  port: number,
  firstPid: number,
): Pick<PrivatePostgres, 'stop' | 'leave'> {
  let pid = firstPid;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    if (isAlive(pid)) return;
    const started = (await findRunning(installation.files)) ?? (await startPostgres(installation, port));
    // What it output was about a leftover of its death; the next look tries again.
    if (typeof started !== 'string') pid = started.pid;
  };
  const watch = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  }, WATCH_MS);
  const leave = (): void => clearInterval(watch);
  return {
    leave,
    async stop() {
      leave();
      // One that is just being started again would outlive us.
      await looking;
      await stopPostgres(pid);
    },
  };
}
