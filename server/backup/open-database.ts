/** Opens the database of a backup or restore: the one in DATABASE_URL, or the private one, even if a server uses it. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { readTlsOptions } from '#server/database/tls-options.ts';
import { claimFolder } from '#server/data-folder/claim-data-folder.ts';
import type { Sql } from '#server/database/database.ts';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { DatabaseFailure } from '#server/database/start-database.ts';
import type { BackupFailure } from './format.ts';

export type OpenDatabase = { readonly sql: Sql; readonly close: () => Promise<void> };

type Wanted = Pick<Settings, 'databaseUrl' | 'dataFolder'> & {
  /** `read` requires an existing database, which a server may be using. `write` creates a missing one and uses it exclusively. */
  readonly to: 'read' | 'write';
};

/** Connects without migrating the schema. */
export async function openDatabase(wanted: Wanted): Promise<Result<OpenDatabase, DatabaseFailure | BackupFailure>> {
  const { databaseUrl, dataFolder, to } = wanted;
  if (databaseUrl !== null) return ok(connect(databaseUrl, async () => undefined));
  const isThere = await stat(join(dataFolder, 'postgres')).then(
    () => true,
    () => false,
  );
  if (to === 'read' && !isThere) return fail({ type: 'no-database', folder: dataFolder });
  const started = await startPrivatePostgres(dataFolder);
  if (!started.ok) return started;
  const { url, stop, leave } = started.value;
  const claim = await claimFolder(url);
  if (claim !== null) {
    const end = async (): Promise<void> => {
      await claim.release();
      await stop();
    };
    return ok(connect(url, end));
  }
  leave();
  if (to === 'read') return ok(connect(url, async () => undefined));
  return fail({ type: 'data-folder-in-use', folder: dataFolder });
}

function connect(url: string, end: () => Promise<void>): OpenDatabase {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined, ...readTlsOptions(url) });
  return {
    sql,
    async close() {
      await sql.end({ timeout: 5 });
      await end();
    },
  };
}
