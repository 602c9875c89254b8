/** Keeps the catalogue in memory, and reads it again when something is unknown, or when the database says so. */
import type { Database } from '#server/database/database.ts';
import type { Catalogue } from './schema.ts';
import { readCatalogue } from './read-schema.ts';

/** Not more often than this is it read again for a caller's sake. */
const MIN_AGE_MS = 1000;

export type CatalogueKeeper = {
  /**
   * Gives what `find` finds, in the catalogue as it is known or, failing that, as it is now.
   * Rejects with what the database says where the catalogue cannot be read.
   */
  readonly find: <T>(find: (catalogue: Catalogue) => T | undefined) => Promise<T | undefined>;
  /** The catalogue as it was known last. */
  readonly current: () => Promise<Catalogue>;
};

type Parts = {
  readonly database: Pick<Database, 'sql'>;
  readonly schemas: readonly string[];
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
};

export function createCatalogueKeeper({ database, schemas, now }: Parts): CatalogueKeeper {
  let known: Promise<Catalogue> | null = null;
  let readAt = -Infinity;
  let listening: Promise<unknown> | null = null;
  const forget = (): void => {
    known = null;
  };
  const listen = (): void => {
    // The custom of PostgREST: `notify pgrst, 'reload schema'` after a change that nobody would ask for by a new name.
    listening ??= database.sql.listen('pgrst', forget).catch(() => {
      listening = null;
    });
  };
  const read = (): Promise<Catalogue> => {
    readAt = now();
    const reading = readCatalogue(database, schemas);
    known = reading;
    // What could not be read is not kept: the next request tries again.
    reading.catch(() => {
      if (known === reading) forget();
    });
    return reading;
  };
  const current = (): Promise<Catalogue> => {
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
