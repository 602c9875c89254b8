/** What starting a private database needs. */
import type { Programs } from './programs.ts';
import type { Owner } from './run-program.ts';

export type Place = {
  readonly programs: Programs;
  /** The user the programs run as; null where that is whoever runs the server. */
  readonly owner: Owner | null;
  /** The data folder. */
  readonly folder: string;
  /** The database's own files, below it. */
  readonly files: string;
};
