/** At startup, warns of a database that works, but probably not as its operator wants. */
import { join } from 'node:path';
import type { Log } from '#server/log/log.ts';
import { messages } from '#server/messages.ts';
import { isThere } from '#server/private-postgres/find-installation.ts';
import type { Database } from './database.ts';

type Warned = { readonly databaseUrl: string | null; readonly dataFolder: string };

/** Writes a warning for each thing to check. */
export async function warnOfDatabase(
  { sql, callerSql }: Pick<Database, 'sql' | 'callerSql'>,
  { databaseUrl, dataFolder }: Warned,
  log: Log,
): Promise<void> {
  if (callerSql.options.user === sql.options.user)
    log.write('warn', 'callers use the login of the owner', { sentence: messages.loginOfOwner });
  if (databaseUrl === null || !(await isThere(join(dataFolder, 'postgres')))) return;
  const [row] = await sql<{ isUsed: boolean }[]>`select exists (select from auth.users) as "isUsed"`;
  if (row?.isUsed === false)
    log.write('warn', 'private database not used', { sentence: messages.privateDatabaseLeft(dataFolder) });
}
