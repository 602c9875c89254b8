/** What every request of the REST part shares. */
import type { Caller, Database } from '#server/database/database.ts';
import type { CatalogueKeeper } from './schema/schema-cache.ts';
import type { Prepare } from './sql/prepare.ts';
import type { Turns } from './concurrency-limit.ts';

export type RestSettings = {
  /** The schemas whose tables and functions can be reached; the first is the default. */
  readonly schemas: readonly string[];
  /** The role of those who have not signed in. */
  readonly anonRole: string;
  /** A read shows at most so many rows. */
  readonly maxRows: number;
  readonly maxBodyBytes: number;
};

export type RestContext = {
  readonly database: Pick<Database, 'runAs' | 'sql'>;
  readonly catalogue: CatalogueKeeper;
  readonly prepare: Prepare;
  readonly turns: Turns;
  readonly settings: RestSettings;
};

/** Whether the caller has not signed in. */
export const isAnonymous = ({ settings }: RestContext, { role }: Caller): boolean => role === settings.anonRole;
