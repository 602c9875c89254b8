/** Reads request bodies up to a size, and rejects JSON that is too deep, has too many values, or has numbers with endless zeros. */
import type { Context } from 'hono';

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
const [SMALL_E, CAPITAL_E] = [101, 69];

/**
 * Postgres writes `1e100000` in jsonb as 100,001 digits, and a list of 100,000 times `1e308` as 30 MB, so that exponents have a limit
 * each and together. JavaScript writes exponents of three digits at most.
 */
const EXPONENT = /^[+-]?(\d{1,4})/u;
const EXPONENT_LENGTH = '+1000'.length;
const MAX_EXPONENT_DIGITS = 3;
const MAX_EXPONENT_SUM = 100_000;

/**
 * Scans a text once, without parsing it. The text may be invalid JSON.
 * @returns the limit that the text exceeds, `exponent` for numbers with long ones, or null
 */
// A single loop over characters reads best in one place.
// oxlint-disable-next-line eslint/complexity
export function findJsonExcess(text: string, limits: JsonLimits): keyof JsonLimits | 'exponent' | null {
  let depth = 0;
  let values = 1;
  let exponentSum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findClosingQuote(text, at);
    else if (code === COMMA) values += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (code === SMALL_E || code === CAPITAL_E) {
      const [, digits = ''] = EXPONENT.exec(text.slice(at + 1, at + 1 + EXPONENT_LENGTH)) ?? [];
      exponentSum += Number(digits);
      if (digits.length > MAX_EXPONENT_DIGITS || exponentSum > MAX_EXPONENT_SUM) return 'exponent';
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

/**
 * Reads a body of at most `limit` bytes. A longer one is not read to its end.
 * @returns the bytes, or null if the body is longer
 */
export async function readLimitedBody({ req }: Context, limit: number): Promise<Buffer | null> {
  const length = req.header('content-length');
  if (Number(length) > limit) return null;
  // Node guarantees that a body is not longer than its content-length, so no bytes need to be counted.
  if (length !== undefined && req.header('transfer-encoding') === undefined)
    return Buffer.from(await req.arrayBuffer());
  return readStream(req.raw.body, limit);
}

async function readStream(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Buffer | null> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
