/** Renders statements, and decides which of them connections keep prepared. */
import type { Statement } from '#server/database/database.ts';
import { render } from './piece.ts';
import type { Piece } from './piece.ts';

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
