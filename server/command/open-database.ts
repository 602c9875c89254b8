/** Opens the database of an operator's command: the one in DATABASE_URL, or the private one, even if a server uses it. */
import postgres from 'postgres';
import { claimFolder } from '#server/data-folder/claim-data-folder.ts';
import { prepareDataFolder } from '#server/data-folder/prepare-data-folder.ts';
import type { DataFolderFailure } from '#server/data-folder/prepare-data-folder.ts';
import { findSchemaProblem, listApplied } from '#server/database/check-schema.ts';
import type { Sql } from '#server/database/database.ts';
import { describeThrown } from '#server/database/start-database.ts';
import type { DatabaseFailure } from '#server/database/start-database.ts';
import { readTlsOptions } from '#server/database/tls-options.ts';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Settings } from '#server/settings/settings.ts';

export type OpenDatabase = { readonly sql: Sql; readonly close: () => Promise<void> };

/**
 * What a command does: `read` and `change` require an existing database, which a server may be using, and never create one (P2).
 * `change` also requires a schema that this version knows. `fill` creates a missing database and uses it exclusively.
 */
export type Purpose = 'read' | 'change' | 'fill';

type Wanted = Pick<Settings, 'databaseUrl' | 'dataFolder'> & { readonly purpose: Purpose };

export type OpenFailure =
  | DatabaseFailure
  | DataFolderFailure
  /** No server has used this database. */
  | { readonly type: 'no-checklist-data' };

/** Connects without migrating the schema. */
export async function openDatabase(wanted: Wanted): Promise<Result<OpenDatabase, OpenFailure>> {
  const opened = wanted.databaseUrl === null ? await openPrivate(wanted) : ok(connect(wanted.databaseUrl, nothing));
  if (!opened.ok || wanted.purpose !== 'change') return opened;
  const problem = await describeThrown(findChangeProblem(opened.value.sql));
  if (!problem.ok || problem.value !== null) await opened.value.close();
  if (!problem.ok) return problem;
  return problem.value === null ? opened : fail(problem.value);
}

async function findChangeProblem(sql: Sql): Promise<OpenFailure | null> {
  if ((await listApplied(sql)).length === 0) return { type: 'no-checklist-data' };
  return findSchemaProblem(sql);
}

async function openPrivate({ dataFolder, purpose }: Wanted): Promise<Result<OpenDatabase, OpenFailure>> {
  const fills = purpose === 'fill';
  const prepared = fills ? await prepareDataFolder(dataFolder) : ok(dataFolder);
  if (!prepared.ok) return prepared;
  const started = await startPrivatePostgres(dataFolder, fills ? 'always' : 'never');
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
  return fills ? fail({ type: 'data-folder-in-use', folder: dataFolder }) : ok(connect(url, nothing));
}

const nothing = (): Promise<void> => Promise.resolve();

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
