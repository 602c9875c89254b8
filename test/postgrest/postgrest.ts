/** The real PostgREST in front of a test's database: the judge of the bundled REST API. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Tokens } from '#server/tokens/create-tokens.ts';
import { findFreePort } from '#test/servers/server-process.ts';
import { POSTGREST } from './program.ts';

declare module 'vitest' {
  // Vitest's own type, widened as its manual says: an interface is the only thing that can be.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** The REST API of the tests' servers (vitest.config.ts). */
    rest: 'bundled' | 'postgrest';
  }
}

type PostgrestSettings = {
  readonly database: Pick<Database, 'sql'>;
  readonly tokens: Pick<Tokens, 'jwks'>;
  readonly schemas: string;
  readonly maxRows: number;
};

export type Postgrest = {
  /** Where the tables and functions are, without `/rest/v1`. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
};

/** Starts it on a free port of loopback, and waits until it has read the schema. */
export async function startPostgrest({ database, tokens, schemas, maxRows }: PostgrestSettings): Promise<Postgrest> {
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const program = spawn(POSTGREST, [], {
    env: {
      PGRST_DB_URI: await urlOf(database),
      PGRST_DB_SCHEMAS: schemas,
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: String(maxRows),
      PGRST_JWT_SECRET: JSON.stringify(tokens.jwks()),
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_LOG_LEVEL: 'crit',
    },
    stdio: 'ignore',
  });
  const ended = once(program, 'exit');
  await waitUntilReady(program, `http://127.0.0.1:${adminPort}/ready`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      program.kill();
      await ended;
    },
  };
}

async function urlOf({ sql }: Pick<Database, 'sql'>): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  return Object.assign(new URL(inject('postgresUrl')), { pathname: `/${row?.name}` }).href;
}

async function waitUntilReady(program: ChildProcess, address: string): Promise<void> {
  while ((await fetch(address).catch(() => null))?.ok !== true) {
    if (program.exitCode !== null || program.signalCode !== null)
      throw new Error('PostgREST ended before it was ready.');
    await wait(100);
  }
}
