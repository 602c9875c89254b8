/** Reads a backup piece by piece, and checks whether it is complete. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import type { BackupFailure } from '#server/failures.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';
import {
  FORMAT_VERSION,
  headerSchema,
  tableSchema,
  trailerSchema,
  type Header,
  type Manifest,
  type Table,
  type TableCount,
  type Trailer,
} from './tables.ts';

export type Piece =
  | { readonly type: 'header'; readonly header: Header }
  | { readonly type: 'table'; readonly table: Table }
  /** A row of the latest table, as a line of JSON. */
  | { readonly type: 'row'; readonly row: string }
  | { readonly type: 'end'; readonly trailer: Trailer }
  | { readonly type: 'failure'; readonly failure: BackupFailure };

/** Yields the pieces in order. A failure is the last one. */
export async function* readPieces(file: string): AsyncGenerator<Piece> {
  let hasBegun = false;
  try {
    const gunzip = createGunzip();
    const source = createReadStream(file).on('error', (error) => gunzip.destroy(error));
    for await (const line of splitLines(source.pipe(gunzip))) {
      const piece: Piece =
        hasBegun && line.startsWith('[') ? { type: 'row', row: line } : readMarker(line, hasBegun, file);
      hasBegun = true;
      yield piece;
      if (piece.type === 'failure') return;
    }
  } catch (error) {
    yield { type: 'failure', failure: readFailure(error, file) };
  }
}

/** Reads and verifies the whole file. Returns its contents, or why it cannot be restored. */
export async function checkBackup(file: string): Promise<Result<Manifest, BackupFailure>> {
  const found: Found = { header: null, tables: [], trailer: null };
  for await (const piece of readPieces(file)) {
    const failure = addPiece(found, piece, file);
    if (failure !== null) return fail(failure);
  }
  const { header, trailer } = found;
  const tables = found.tables.map(({ table, rows }) => ({ ...table, rows }));
  if (header === null || trailer === null || !isSame(tables, trailer.tables)) {
    return fail({ type: 'backup-damaged', file });
  }
  const { createdAt, checklist, applied } = header;
  return ok({ createdAt, checklist, applied, tables, sequences: trailer.sequences });
}

type Found = {
  header: Header | null;
  readonly tables: { readonly table: Table; rows: number }[];
  trailer: Trailer | null;
};

function addPiece(found: Found, piece: Piece, file: string): BackupFailure | null {
  if (piece.type === 'failure') return piece.failure;
  // A piece after the trailer.
  if (found.trailer !== null) return { type: 'backup-damaged', file };
  const last = found.tables.at(-1);
  if (piece.type === 'header') found.header = piece.header;
  else if (piece.type === 'table') found.tables.push({ table: piece.table, rows: 0 });
  else if (piece.type === 'end') found.trailer = piece.trailer;
  else if (last !== undefined) last.rows += 1;
  return null;
}

/** Whether both have the same tables with as many rows. */
export const isSame = (one: readonly TableCount[], other: readonly TableCount[]): boolean =>
  one.length === other.length &&
  one.every(({ schema, name, rows }) =>
    other.some((table) => table.schema === schema && table.name === name && table.rows === rows),
  );

function readMarker(line: string, hasBegun: boolean, file: string): Piece {
  const value = parse(line);
  if (hasBegun) {
    const table = v.safeParse(tableSchema, value);
    if (table.success) return { type: 'table', table: table.output.table };
    const trailer = v.safeParse(trailerSchema, value);
    if (trailer.success) return { type: 'end', trailer: trailer.output };
    return { type: 'failure', failure: { type: 'backup-damaged', file } };
  }
  const header = v.safeParse(headerSchema, value);
  if (!header.success) return { type: 'failure', failure: { type: 'no-backup', file } };
  if (header.output.version <= FORMAT_VERSION) return { type: 'header', header: header.output };
  return { type: 'failure', failure: { type: 'backup-too-new', what: `format ${header.output.version}` } };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function readFailure(error: unknown, file: string): BackupFailure {
  const code = readErrorCode(error);
  // The file does not start like a gzip file.
  const isOther = code === 'Z_DATA_ERROR' && error instanceof Error && error.message.includes('header');
  if (isOther) return { type: 'no-backup', file };
  return code.startsWith('Z_') ? { type: 'backup-damaged', file } : { type: 'backup-unreadable', file, code };
}

/** Splits at \n only; readline also splits at other characters. */
async function* splitLines(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) continue;
    const [first = '', ...more] = decoder.decode(new Uint8Array(chunk), { stream: true }).split('\n');
    begun += first;
    for (const next of more) {
      yield begun;
      begun = next;
    }
  }
  if (begun !== '') yield begun;
}
