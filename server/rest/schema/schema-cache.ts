/** The exposed tables and functions, cached until the schema changes. */
import type { Database } from '#server/database/database.ts';
import { readSchema, type DatabaseSchema } from './read-schema.ts';

/** The minimum time between two reloads that requests cause. */
const MIN_AGE_MS = 1000;

export type SchemaCache = {
  /**
   * Returns the result of `find` on the cached schema. If it is undefined, reloads the schema and tries again.
   * Rejects with Postgres' error if the schema cannot be read.
   */
  readonly find: <T>(find: (schema: DatabaseSchema) => T | undefined) => Promise<T | undefined>;
  /** Returns the cached schema. */
  readonly current: () => Promise<DatabaseSchema>;
};

type SchemaCacheParts = {
  readonly database: Pick<Database, 'sql'>;
  readonly schemas: readonly string[];
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
};

export function createSchemaCache({ database, schemas, now }: SchemaCacheParts): SchemaCache {
  let known: Promise<DatabaseSchema> | null = null;
  let readAt = -Infinity;
  let listening: Promise<unknown> | null = null;
  const forget = (): void => {
    known = null;
  };
  const listen = (): void => {
    // As in PostgREST, `notify pgrst, 'reload schema'` reloads after changes that involve no unknown name.
    listening ??= database.sql.listen('pgrst', forget).catch(() => {
      listening = null;
    });
  };
  const read = (): Promise<DatabaseSchema> => {
    readAt = now();
    const reading = readSchema(database, schemas);
    known = reading;
    // A failed read is not cached, so the next request tries again.
    reading.catch(() => {
      if (known === reading) forget();
    });
    return reading;
  };
  const current = (): Promise<DatabaseSchema> => {
    if (known !== null) return known;
    listen();
    return read();
  };
  return {
    current,
    async find(find) {
      const found = find(await current());
      if (found !== undefined) return found;
      return find(await (now() - readAt < MIN_AGE_MS ? current() : read()));
    },
  };
}
