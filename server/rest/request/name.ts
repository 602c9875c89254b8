/** Column names and lists in a query string. */

const BARE = /^[\p{L}\p{N}_$](?:[\p{L}\p{N}_$ -]*[\p{L}\p{N}_$])?$/u;
const QUOTED = /^"((?:[^"\\]|\\[\s\S])*)"$/u;

/** Reads a name: in double quotes, or of letters, digits, `_`, `$`, and blanks and dashes inside. Null if it is none. */
export function parseName(text: string): string | null {
  const name = text.trim();
  const quoted = QUOTED.exec(name)?.[1];
  if (quoted !== undefined) return unescape(quoted);
  return BARE.test(name) ? name : null;
}

/** Splits at commas outside of double quotes. */
export const splitList = (text: string): readonly string[] => text.match(ITEM) ?? [];

/** Reads an element of a list: a text in quotes without them, anything else as it is. */
export function parseElement(text: string): string {
  const quoted = QUOTED.exec(text.trim())?.[1];
  return quoted === undefined ? text : unescape(quoted);
}

// Each item begins at the start or after a comma; quotes protect commas, and a lone quote is an ordinary character.
const ITEM = /(?<=^|,)(?:\s*"(?:[^"\\]|\\[\s\S])*"(?=\s*(?:,|\.|$))[^,]*|[^,]*)(?=,|$)/gu;

const unescape = (text: string): string => text.replaceAll(/\\([\s\S])/gu, '$1');
