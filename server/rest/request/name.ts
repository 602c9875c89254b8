/** Parses column names and lists in a query string. */

const BARE = /^[\p{L}\p{N}_$](?:[\p{L}\p{N}_$ -]*[\p{L}\p{N}_$])?$/u;
const QUOTED = /^"((?:[^"\\]|\\[\s\S])*)"$/u;

/** Parses a name: quoted, or letters, digits, `_`, `$`, and inner blanks and dashes. Returns null for anything else. */
export function parseName(text: string): string | null {
  const name = text.trim();
  const quoted = QUOTED.exec(name)?.[1];
  if (quoted !== undefined) return unescape(quoted);
  return BARE.test(name) ? name : null;
}

/** Splits at commas outside of double quotes. */
export const splitList = (text: string): readonly string[] => text.match(ITEM) ?? [];

/** Parses an element of a list. Removes double quotes. */
export function parseElement(text: string): string {
  const quoted = QUOTED.exec(text.trim())?.[1];
  return quoted === undefined ? text : unescape(quoted);
}

// An item starts at the beginning or after a comma. Quotes protect commas; a single quote is an ordinary character.
const ITEM = /(?<=^|,)(?:\s*"(?:[^"\\]|\\[\s\S])*"(?=\s*(?:,|\.|$))[^,]*|[^,]*)(?=,|$)/gu;

const unescape = (text: string): string => text.replaceAll(/\\([\s\S])/gu, '$1');
