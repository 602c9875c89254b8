/** Reads `order=`: `name.desc.nullslast,data->>age`. */
import type { RestFailure } from '#server/rest/failure.ts';
import type { Result } from '#server/result.ts';
import { COMMA, readField } from './field.ts';
import { readAll, readList } from './reader.ts';
import type { Reader } from './reader.ts';
import type { OrderTerm } from './syntax.ts';

/** Reads the value of `order`. Gives the terms in order, PGRST100, or PGRST108 for a term of another table. */
export function parseOrder(text: string): Result<readonly OrderTerm[], RestFailure> {
  const related = /(?:^|,)\s*([\p{L}\p{N}_$-]+)\(/u.exec(text)?.[1];
  if (related !== undefined) return { ok: false, failure: { type: 'not-embedded', resource: related } };
  return readAll('order', text, (reader) => readList(reader, COMMA, readTerm));
}

function readTerm(reader: Reader): OrderTerm | undefined {
  const field = readField(reader);
  if (field === undefined) return undefined;
  const direction = reader.match(/\.(?:asc|desc)(?=[.,\s]|$)/u);
  const nulls = reader.match(/\.nulls(?:first|last)(?=[,\s]|$)/u);
  if (reader.sees(/\./u)) return reader.refuse('"asc", "desc", "nullsfirst" or "nullslast"');
  return { field, direction: toDirection(direction), nulls: toNulls(nulls) };
}

function toDirection(word: string | undefined): OrderTerm['direction'] {
  if (word === undefined) return null;
  return word === '.asc' ? 'asc' : 'desc';
}

function toNulls(word: string | undefined): OrderTerm['nulls'] {
  if (word === undefined) return null;
  return word === '.nullsfirst' ? 'first' : 'last';
}
