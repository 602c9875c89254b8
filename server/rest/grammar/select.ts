/** Reads `select=`: columns, aliases, casts, JSON paths. Embeddings and aggregates are seen, so that they can be refused. */
import type { RestFailure } from '#server/rest/failure.ts';
import type { Result } from '#server/result.ts';
import { COMMA, readField, readName } from './field.ts';
import { readAll, readList } from './reader.ts';
import type { Reader } from './reader.ts';
import type { SelectItem } from './syntax.ts';

// Type names such as `double precision`: nothing that could end the cast.
const TYPE_NAME = /[\p{L}_][\p{L}\p{N}_ ]*/u;
const AGGREGATE = /(?:count|(?:[^,()]*\.)(?:count|sum|avg|min|max))\(\)/u;

/**
 * Reads the value of `select`; an empty one asks for everything.
 * Gives the items in order, or PGRST100.
 */
export function parseSelect(text: string): Result<readonly SelectItem[], RestFailure> {
  if (text.trim() === '') return { ok: true, value: [] };
  return readAll('select parameter', text, (reader) => readList(reader, COMMA, readItem));
}

function readItem(reader: Reader): SelectItem | undefined {
  reader.match(/[ \t]+/u);
  if (reader.match(/\*(?=[ \t]*(?:,|$))/u) !== undefined) return { type: 'all' };
  return (
    reader.attempt(() => readAggregate(reader)) ?? reader.attempt(() => readEmbedding(reader)) ?? readColumn(reader)
  );
}

function readAggregate(reader: Reader): SelectItem | undefined {
  readAlias(reader);
  if (reader.match(AGGREGATE) === undefined) return undefined;
  reader.match(/::[\p{L}\p{N}_ ]+/u);
  return { type: 'aggregate' };
}

/** `name(…)`, `alias:name!hint!inner(…)`, `...name(…)`. */
function readEmbedding(reader: Reader): SelectItem | undefined {
  const isSpread = reader.take('...');
  if (!isSpread) readAlias(reader);
  const name = readName(reader);
  if (name === undefined) return undefined;
  reader.match(/(?:![\p{L}\p{N}_$ -]+){0,2}/u);
  return skipParentheses(reader) ? { type: 'embedding', name } : undefined;
}

function skipParentheses(reader: Reader): boolean {
  let depth = 0;
  do {
    if (reader.take('(')) depth += 1;
    else if (reader.take(')')) depth -= 1;
    else if (depth === 0 || reader.match(/[^()]+/u) === undefined) return false;
  } while (depth > 0);
  return true;
}

function readColumn(reader: Reader): SelectItem | undefined {
  const alias = readAlias(reader) ?? null;
  const field = readField(reader);
  if (field === undefined) return undefined;
  if (!reader.take('::')) return { type: 'field', field, alias, cast: null };
  const cast = reader.match(TYPE_NAME)?.trim();
  return cast === undefined ? reader.refuse('letter or digit') : { type: 'field', field, alias, cast };
}

function readAlias(reader: Reader): string | undefined {
  return reader.attempt(() => {
    const alias = readName(reader);
    return alias !== undefined && reader.match(/:(?!:)/u) !== undefined ? alias : undefined;
  });
}
