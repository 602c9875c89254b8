/** Inflates compressed request bodies of signed-in users, up to a limit (RFC 9110, section 8.4). */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { HonoRequest } from 'hono';
import pLimit from 'p-limit';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';

/** Sent with every response (RFC 7694), so that the app compresses its long request bodies. */
export const ACCEPTED_ENCODING = 'gzip';

type BodyLimits = {
  /** A body of an anonymous caller is never inflated. It is read as text, which then fails to parse. */
  readonly isAnonymous: boolean;
  /** The maximum size after inflating. */
  readonly maxBytes: number;
};

/** Rows compress to about a tenth. A body that compresses far better was made to fill the memory. */
const MAX_RATIO = 40;
/** Enough for 5,000 rows. */
const MAX_INFLATED_BYTES = 4_000_000;
/** Limits the memory of all callers together. */
const limitConcurrency = pLimit(2);

/** Returns the body as text. */
export async function readBody(
  request: Pick<HonoRequest, 'text' | 'arrayBuffer'>,
  contentEncoding: string | undefined,
  { isAnonymous, maxBytes }: BodyLimits,
): Promise<Result<string, RestFailure>> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? 'identity';
  if (isAnonymous || encoding === 'identity') return ok(await request.text());
  if (encoding !== ACCEPTED_ENCODING) return fail({ type: 'unknown-encoding', encoding });
  const packed = await request.arrayBuffer();
  return limitConcurrency(() => inflate(packed, Math.min(maxBytes, MAX_INFLATED_BYTES)));
}

async function inflate(packed: ArrayBuffer, maxBytes: number): Promise<Result<string, RestFailure>> {
  const maxOutputLength = Math.max(1, Math.min(maxBytes, packed.byteLength * MAX_RATIO));
  try {
    return ok((await promisify(gunzip)(packed, { maxOutputLength })).toString());
  } catch (error) {
    const most = `${maxBytes} bytes, or ${MAX_RATIO} times its compressed size`;
    return readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE'
      ? fail({ type: 'body-too-large', most })
      : fail({ type: 'wrong-body', why: 'not-json' });
  }
}
