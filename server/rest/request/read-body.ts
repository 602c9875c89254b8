/** Reads request bodies up to a size limit that depends on the caller, and inflates compressed ones. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context } from 'hono';
import pLimit from 'p-limit';
import { readErrorCode } from '#server/error-code.ts';
import { readLimitedBody } from '#server/http/read-limited-body.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';

/** Sent with every response (RFC 7694), so that the app compresses its long request bodies. */
export const ACCEPTED_ENCODING = 'gzip';

/** The maximum body of a caller that has not signed in, in bytes. */
const ANONYMOUS_BYTES = 64 * 1024;

type BodyLimits = {
  /** A body of an anonymous caller is never inflated. It is read as text, which then fails to parse. */
  readonly isAnonymous: boolean;
  /** The maximum body of a signed-in user in bytes, before and after inflating. */
  readonly maxBytes: number;
};

/** Rows compress to about a tenth. A body that compresses far better was made to fill the memory. */
const MAX_RATIO = 40;
/** How many bodies are inflated at the same time, which limits the memory of all callers together. */
const CONCURRENT = 2;

/** Returns the body as text, '' for none. A body that is too large is not read to its end. */
export type ReadBody = (c: Context, limits: BodyLimits) => Promise<Result<string, RestFailure>>;

/** Creates the reader that all requests share. */
export function createReadBody(): ReadBody {
  const limitConcurrency = pLimit(CONCURRENT);
  return async (c, { isAnonymous, maxBytes }) => {
    const limit = isAnonymous ? Math.min(ANONYMOUS_BYTES, maxBytes) : maxBytes;
    const encoding = isAnonymous ? 'identity' : readEncoding(c);
    if (encoding !== 'identity' && encoding !== ACCEPTED_ENCODING) return fail({ type: 'unknown-encoding', encoding });
    const bytes = await readLimitedBody(c, limit);
    if (bytes === null) return fail({ type: 'body-too-large', most: `${limit} bytes` });
    return encoding === 'identity' ? ok(bytes.toString()) : limitConcurrency(() => inflate(bytes, limit));
  };
}

const readEncoding = (c: Context): string => c.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity';

async function inflate(packed: Buffer, maxBytes: number): Promise<Result<string, RestFailure>> {
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
