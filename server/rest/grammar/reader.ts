/** Reads a text from left to right, and remembers the furthest place where something else was expected. */
import type { Result } from '#server/result.ts';
import type { RestFailure } from '#server/rest/failure.ts';

/** A place in a text. What reads something gives its value, or undefined where it is not there. */
export type Reader = {
  /** Steps over a token if it is next. */
  readonly take: (token: string) => boolean;
  /** Takes what a sticky pattern finds here, and gives its text. */
  readonly match: (pattern: RegExp) => string | undefined;
  /** Whether a pattern would be found here. */
  readonly sees: (pattern: RegExp) => boolean;
  readonly isDone: () => boolean;
  /** Notes what was expected here, and gives undefined. */
  readonly refuse: (expected: string) => undefined;
  /** Reads, and goes back to where it was if nothing comes of it. */
  readonly attempt: <T>(read: () => T | undefined) => T | undefined;
  /** Where the furthest refusal was, from 1, and what was found and expected there. */
  readonly complaint: () => { readonly column: number; readonly details: string };
};

function createReader(text: string): Reader {
  let at = 0;
  let furthest = 0;
  let expected: readonly string[] = [];
  const find = (pattern: RegExp): string | undefined => {
    const sticky = new RegExp(pattern.source, 'uy');
    sticky.lastIndex = at;
    return sticky.exec(text)?.[0];
  };
  const reader: Reader = {
    take(token) {
      if (!text.startsWith(token, at)) return false;
      at += token.length;
      return true;
    },
    match(pattern) {
      const found = find(pattern);
      at += found?.length ?? 0;
      return found;
    },
    sees: (pattern) => find(pattern) !== undefined,
    isDone: () => at >= text.length,
    refuse(what) {
      if (at > furthest) expected = [];
      if (at >= furthest) expected = expected.includes(what) ? expected : [...expected, what];
      furthest = Math.max(furthest, at);
      return undefined;
    },
    attempt(read) {
      const before = at;
      const value = read();
      if (value === undefined) at = before;
      return value;
    },
    complaint: () => ({ column: furthest + 1, details: describe(text, furthest, expected) }),
  };
  return reader;
}

/** Reads a whole text. Gives what `read` gives, or PGRST100, whose message names the text and the place. */
export function readAll<T>(
  what: string,
  text: string,
  read: (reader: Reader) => T | undefined,
): Result<T, RestFailure> {
  const reader = createReader(text);
  const value = read(reader);
  if (value !== undefined && reader.isDone()) return { ok: true, value };
  if (value !== undefined) reader.refuse('end of input');
  const { column, details } = reader.complaint();
  const message = `"failed to parse ${what} (${text})" (line 1, column ${column})`;
  return { ok: false, failure: { type: 'unreadable-query', message, details } };
}

/** Reads one thing, and more of them after each separator. */
export function readList<T>(
  reader: Reader,
  separator: RegExp,
  readOne: (reader: Reader) => T | undefined,
): readonly T[] | undefined {
  const values: T[] = [];
  do {
    const value = readOne(reader);
    if (value === undefined) return undefined;
    values.push(value);
  } while (reader.match(separator) !== undefined);
  return values;
}

function describe(text: string, at: number, expected: readonly string[]): string {
  const found = text.codePointAt(at);
  const unexpected = found === undefined ? 'end of input' : `"${String.fromCodePoint(found)}"`;
  return expected.length === 0
    ? `unexpected ${unexpected}`
    : `unexpected ${unexpected} expecting ${expected.join(' or ')}`;
}
