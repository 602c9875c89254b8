/** The parts that all requests of the REST API share. */
import type { Caller, Database } from '#server/database/database.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { Prepare } from '#server/rest/sql/piece.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

export type RestSettings = {
  /** The exposed schemas. The first is the default. */
  readonly schemas: readonly string[];
  /** The role of callers that have not signed in. */
  readonly anonRole: string;
  /** The maximum number of rows that a read returns. */
  readonly maxRows: number;
  /** The number of database connections for requests. */
  readonly connections: number;
  /** The maximum request body of signed-in users. That of anonymous callers is fixed (`read-body.ts`). */
  readonly maxBodyBytes: number;
};

export type RestContext = {
  readonly database: Pick<Database, 'runAs' | 'sql'>;
  readonly schemaCache: SchemaCache;
  readonly prepare: Prepare;
  readonly concurrency: ConcurrencyLimit;
  readonly settings: RestSettings;
  /** Learns the outcome of each write: null, or the SQLSTATE of its failure. */
  readonly onWrite: (code: string | null) => void;
};

/** Whether the caller has not signed in. */
export const isAnonymous = ({ settings }: RestContext, { role }: Caller): boolean => role === settings.anonRole;
