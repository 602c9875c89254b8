/**
 * What a backup is: one gzip file of lines, which `gunzip -c` shows.
 *
 * Each line is JSON. The first one is the header. Then, for each table, a line that names it and its columns, and a line for
 * each row: a list of its values as Postgres writes them as text, or null. The last line is the trailer, with the count and
 * the checksum of each table: where it is missing, the file was cut.
 */
import * as v from 'valibot';

export const FORMAT = 'checklist-backup';
export const FORMAT_VERSION = 1;

const tableName = { schema: v.string(), name: v.string() };

export const headerSchema = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  createdAt: v.string(),
  /** The version of Checklist that wrote it. */
  checklist: v.string(),
  /** The files of the bootstrap and of the migrations that its database had, in their order. */
  applied: v.array(v.object({ kind: v.string(), name: v.string() })),
});
export type Header = v.InferOutput<typeof headerSchema>;

export const tableSchema = v.object({ table: v.object({ ...tableName, columns: v.array(v.string()) }) });
export type Table = v.InferOutput<typeof tableSchema>['table'];

export const trailerSchema = v.object({
  end: v.literal(true),
  tables: v.array(v.object({ ...tableName, rows: v.number(), sum: v.string() })),
  sequences: v.array(v.object({ ...tableName, value: v.string(), isCalled: v.boolean() })),
});
export type Trailer = v.InferOutput<typeof trailerSchema>;
export type TableSum = Trailer['tables'][number];

/** A backup whose every byte was found to be right. */
export type Manifest = Pick<Header, 'createdAt' | 'checklist' | 'applied'> &
  Pick<Trailer, 'sequences'> & { readonly tables: readonly (Table & TableSum)[] };

export type BackupFailure =
  /** There is no database to save. */
  | { readonly type: 'no-database'; readonly folder: string }
  /** There is one, and Checklist never was in it. */
  | { readonly type: 'nothing-to-save' }
  | { readonly type: 'backup-exists'; readonly file: string }
  | { readonly type: 'backup-not-written'; readonly file: string; readonly code: string }
  | { readonly type: 'backup-unreadable'; readonly file: string; readonly code: string }
  | { readonly type: 'no-backup'; readonly file: string }
  | { readonly type: 'backup-damaged'; readonly file: string }
  /** A newer Checklist wrote it: `what` is not known here. */
  | { readonly type: 'backup-too-new'; readonly what: string }
  | { readonly type: 'database-not-empty' }
  /** The tables of this database cannot take what is in it. */
  | { readonly type: 'backup-does-not-fit'; readonly table: string };
