/**
 * The format of a backup: a gzip file of lines, readable with `gunzip -c`.
 *
 * Each line is JSON. The first line is the header. Each table has a line with its name and its columns, and a line for each
 * row: an array of its values, as Postgres converts them to text, or null. The last line is the trailer, with the row count
 * of each table. A file without a trailer is truncated. gzip's own checksum protects the content.
 */
import * as v from 'valibot';

export const FORMAT = 'checklist-backup';
/** Version 1 also had a checksum of each table. */
export const FORMAT_VERSION = 2;

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
  tables: v.array(v.object({ ...tableName, rows: v.number() })),
  sequences: v.array(v.object({ ...tableName, value: v.string(), isCalled: v.boolean() })),
});
export type Trailer = v.InferOutput<typeof trailerSchema>;
export type TableCount = Trailer['tables'][number];

/** The contents of a verified backup. */
export type Manifest = Pick<Header, 'createdAt' | 'checklist' | 'applied'> &
  Pick<Trailer, 'sequences'> & { readonly tables: readonly (Table & TableCount)[] };
