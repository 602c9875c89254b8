/** Sends statements: values untyped, so that Postgres gives each the type of its place, as PostgREST does. */
import type { TransactionSql } from '#server/database/database.ts';
import { render } from './piece.ts';
import type { Piece } from './piece.ts';

/** Runs a statement in a transaction, and gives its rows. Rejects with what the database says. */
export type Run = <Row extends object>(tx: TransactionSql, piece: Piece) => Promise<readonly Row[]>;

/** The type `unknown` of Postgres. It also keeps the driver from writing values in its own way. */
const UNKNOWN = 705;
/** A connection keeps what it has prepared for ever: callers must not be able to fill it. */
const MAX_PREPARED = 200;

/** Statements are prepared the second time they are met, as long as there is room. */
export function createRun(): Run {
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
  return async <Row extends object>(tx: TransactionSql, piece: Piece) => {
    const { text, values } = render(piece);
    const params = values.map((value) => tx.typed(value, UNKNOWN));
    return tx.unsafe<Row[]>(text, params, { prepare: isPrepared(text) });
  };
}
