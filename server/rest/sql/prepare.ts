/** Makes statements of pieces, and decides which of them a connection keeps. */
import type { Statement } from '#server/database/database.ts';
import { render } from './piece.ts';
import type { Piece } from './piece.ts';

export type Prepare = (piece: Piece) => Statement;

/** A connection keeps what it has prepared for ever: callers must not be able to fill it. */
const MAX_PREPARED = 200;

/** Statements are prepared the second time they are met, as long as there is room. */
export function createPrepare(): Prepare {
  const met = new Set<string>();
  const prepared = new Set<string>();
  const isPrepared = (text: string): boolean => {
    if (prepared.has(text)) return true;
    if (prepared.size >= MAX_PREPARED) return false;
    if (met.has(text)) return prepared.add(text).has(text);
    if (met.size >= MAX_PREPARED) met.clear();
    met.add(text);
    return false;
  };
  return (piece) => {
    const { text, values } = render(piece);
    return { text, values, isPrepared: isPrepared(text) };
  };
}
