/** Commas, quotes and parentheses of a filter's text, as PostgREST and the client's filter builder write them. */

/** Splits at the commas that are outside quotes and parentheses. A quote opens only where a value begins. */
export function splitTopLevel(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"' && opensValue(text, i)) i = closingQuote(text, i);
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Reads `(a,"b,c",null)`. Gives null for what is not in parentheses; an unquoted null in the list is SQL's. */
export function readList(text: string): readonly (string | null)[] | null {
  if (!text.startsWith('(') || !text.endsWith(')') || text.length < 2) return null;
  const inside = text.slice(1, -1);
  if (inside.trim() === '') return [];
  return splitTopLevel(inside).map((part) => (part.trim().toLowerCase() === 'null' ? null : unquote(part.trim())));
}

/** Takes a value in double quotes out of them; what is not quoted as a whole stays as it is. */
export function unquote(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text;
}

function opensValue(text: string, at: number): boolean {
  return at === 0 || '.(,'.includes(text[at - 1] ?? '');
}

/** The place of the quote that closes the one at `at`, or the text's end. */
function closingQuote(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}
