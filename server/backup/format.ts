/**
 * The format of a backup: a gzip file of lines, readable with `gunzip -c`.
 *
 * Each line is JSON. The first line is the header. Each table has a line with its name and its columns, and a line for each
 * row: an array of its values, as Postgres converts them to text, or null. The last line is the trailer, with the row count
 * and the checksum of each table. A file without a trailer is truncated.
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
  /** The bootstrap and migration files that were applied to the database, in order. */
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

/** The contents of a verified backup. */
export type Manifest = Pick<Header, 'createdAt' | 'checklist' | 'applied'> &
  Pick<Trailer, 'sequences'> & { readonly tables: readonly (Table & TableSum)[] };

export type BackupFailure =
  | { readonly type: 'backup-exists'; readonly file: string }
  | { readonly type: 'backup-not-written'; readonly file: string; readonly code: string }
  | { readonly type: 'backup-unreadable'; readonly file: string; readonly code: string }
  | { readonly type: 'no-backup'; readonly file: string }
  | { readonly type: 'backup-damaged'; readonly file: string }
  /** An early version or another program made the database that was saved. */
  | { readonly type: 'backup-unknown'; readonly found: string }
  /** A newer version of Checklist wrote the backup; this version does not know `what`. */
  | { readonly type: 'backup-too-new'; readonly what: string }
  | { readonly type: 'database-not-empty' }
  /** The table of this database lacks columns of the backup. */
  | { readonly type: 'backup-does-not-fit'; readonly table: string };
