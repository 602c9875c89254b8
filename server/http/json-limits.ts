/** Limits the nesting and the number of values of a JSON text, before it is parsed. */

export type JsonLimits = {
  /** The maximum depth of arrays and objects. */
  readonly depth: number;
  /** The maximum number of values. Keys do not count. */
  readonly values: number;
};

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Scans a text once, without allocating. The text may be invalid JSON.
 * @returns the limit that the text exceeds, or null
 */
// A single loop over characters reads best in one place.
// oxlint-disable-next-line eslint/complexity
export function findJsonExcess(text: string, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findClosingQuote(text, at);
    else if (code === COMMA) values += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    }
    if (depth > limits.depth) return 'depth';
    if (values > limits.values) return 'values';
  }
  return null;
}

/** The index of the quote that closes the one at `from`, or the length of the text. */
function findClosingQuote(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
