/** Composes SQL with bound values. */
import type { Statement } from '#server/database/database.ts';

/** Text and bound values, in order. */
export type Piece = { readonly parts: readonly Part[] };

type Part = string | { readonly value: string };

/** Fixed SQL text with other pieces in it. */
export function sql(words: TemplateStringsArray, ...pieces: readonly Piece[]): Piece {
  const parts: Part[] = [];
  for (const [position, word] of words.entries()) {
    if (word !== '') parts.push(word);
    for (const part of pieces[position]?.parts ?? []) parts.push(part);
  }
  return { parts };
}

/** A bound value of a caller. Postgres infers its type from the context. */
export const bind = (value: string): Piece => ({ parts: [{ value }] });

/** A quoted name, such as a column or `schema.table`. */
export const identifier = (...names: readonly string[]): Piece => raw(names.map(quote).join('.'));

/** SQL text of this server or of pg_catalog. Never pass caller input, except after a grammar that admits only safe text. */
export const raw = (text: string): Piece => ({ parts: [text] });

export const join = (pieces: readonly Piece[], separator: string): Piece => ({
  parts: pieces.flatMap((piece, position) => (position === 0 ? piece.parts : [separator, ...piece.parts])),
});

/** A comma-separated list. */
export const list = (pieces: readonly Piece[]): Piece => join(pieces, ', ');

/** The empty piece. */
export const nothing: Piece = { parts: [] };

/** Returns the statement with numbered placeholders (`$1`, `$2`), and their values. */
export function render(piece: Piece): { readonly text: string; readonly values: readonly string[] } {
  const values: string[] = [];
  let text = '';
  for (const part of piece.parts) text += typeof part === 'string' ? part : `$${values.push(part.value)}`;
  return { text, values };
}

const quote = (name: string): string => `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;

export type Prepare = (piece: Piece) => Statement;

/** A connection never drops prepared statements, so callers must not be able to create many. */
const MAX_PREPARED = 200;

/** A statement is prepared when it occurs for the second time, up to `MAX_PREPARED`. */
export function createPrepare(): Prepare {
  const seen = new Set<string>();
  const prepared = new Set<string>();
  const isPrepared = (text: string): boolean => {
    if (prepared.has(text)) return true;
    if (prepared.size >= MAX_PREPARED) return false;
    if (seen.has(text)) return prepared.add(text).has(text);
    if (seen.size >= MAX_PREPARED) seen.clear();
    seen.add(text);
    return false;
  };
  return (piece) => {
    const { text, values } = render(piece);
    return { text, values, isPrepared: isPrepared(text) };
  };
}
