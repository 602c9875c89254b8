/** Bodies that come compressed: unpacked for those who have signed in, and only so far (RFC 9110, section 8.4). */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { HonoRequest } from 'hono';
import pLimit from 'p-limit';
import { readErrorCode } from '#server/error-code.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { RestFailure } from '#server/rest/failures/failure.ts';

/** Said with every answer (RFC 7694): the app sends its long bodies so from then on. */
export const ACCEPTED_ENCODING = 'gzip';

type Trust = {
  /** A stranger's body is never unpacked: it is read as the text it is not. */
  readonly isStranger: boolean;
  /** No body becomes larger. */
  readonly maxBytes: number;
};

/** Rows come to a tenth of their length. What gains far more was made to fill the memory. */
const MOST_GAIN = 40;
/** Unpacked, 5,000 rows are no longer. */
const MOST_BYTES = 4_000_000;
/** So many are unpacked at once, whoever sent them. */
const inTurn = pLimit(2);

/** Gives the body as text. */
export async function readBody(
  request: Pick<HonoRequest, 'text' | 'arrayBuffer'>,
  said: string | undefined,
  { isStranger, maxBytes }: Trust,
): Promise<Result<string, RestFailure>> {
  const encoding = said?.trim().toLowerCase() ?? 'identity';
  if (isStranger || encoding === 'identity') return ok(await request.text());
  if (encoding !== ACCEPTED_ENCODING) return fail({ type: 'unknown-encoding', encoding });
  const packed = await request.arrayBuffer();
  return inTurn(() => inflate(packed, Math.min(maxBytes, MOST_BYTES)));
}

async function inflate(packed: ArrayBuffer, maxBytes: number): Promise<Result<string, RestFailure>> {
  const maxOutputLength = Math.max(1, Math.min(maxBytes, packed.byteLength * MOST_GAIN));
  try {
    return ok((await promisify(gunzip)(packed, { maxOutputLength })).toString());
  } catch (error) {
    const most = `${maxBytes} bytes, or ${MOST_GAIN} times what was sent`;
    return readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE'
      ? fail({ type: 'body-too-large', most })
      : fail({ type: 'wrong-body', why: 'not-json' });
  }
}
