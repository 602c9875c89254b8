/** Reads the names of columns, and the ways into their JSON. */
import { readList } from './reader.ts';
import type { Reader } from './reader.ts';
import type { Field, JsonStep } from './syntax.ts';

const WORD = /[\p{L}\p{N}_$ ]+/u;
const DASH = /-(?!>)/u;
const INDEX = /-?\d{1,9}(?=->|::|\.|,|\)|$)/u;
/** Between the parts of a list; blanks do not count. */
export const COMMA = /[ \t]*,[ \t]*/u;

/** A name: in quotes, or of letters, digits, `_`, `$`, blanks inside, and single dashes. */
export function readName(reader: Reader): string | undefined {
  if (reader.sees(/"/u)) return readQuoted(reader);
  const words = readList(reader, DASH, (r) => r.match(WORD));
  const name = words?.map((word) => word.trim()).join('-');
  return name === undefined || name === '' ? reader.refuse('field name (* or [a..z0..9_$])') : name;
}

/** A text in double quotes, in which a backslash stands before what it protects. */
export function readQuoted(reader: Reader): string | undefined {
  return reader.attempt(() => {
    if (!reader.take('"')) return reader.refuse('"');
    const inside = reader.match(/(?:[^"\\]|\\[\s\S])*/u) ?? '';
    return reader.take('"') ? inside.replaceAll(/\\([\s\S])/gu, '$1') : reader.refuse('"');
  });
}

/** A column and its JSON path, with blanks around. */
export function readField(reader: Reader): Field | undefined {
  reader.match(/[ \t]*/u);
  const name = readName(reader);
  if (name === undefined) return undefined;
  const path = readPath(reader);
  reader.match(/[ \t]*/u);
  return path === undefined ? undefined : { name, path };
}

/** The steps that follow a name; none is fine. */
function readPath(reader: Reader): readonly JsonStep[] | undefined {
  const steps: JsonStep[] = [];
  for (;;) {
    const arrow = readArrow(reader);
    if (arrow === undefined) return steps;
    const index = reader.match(INDEX);
    const key = index === undefined ? readName(reader) : Number(index);
    if (key === undefined) return undefined;
    steps.push({ arrow, key });
  }
}

function readArrow(reader: Reader): JsonStep['arrow'] | undefined {
  if (reader.take('->>')) return '->>';
  return reader.take('->') ? '->' : undefined;
}
