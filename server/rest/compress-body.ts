/** Long answers go out in fewer bytes to those who can read them so: a first sync is ten times shorter. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from '#server/http/choose-encoding.ts';

/** Below this a body gains nothing, and most answers are. */
const LONG = 1024;

// Rows repeat their keys: the fastest levels have nearly all there is to gain.
const compress = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string) => promisify(gzip)(body, { level: constants.Z_BEST_SPEED }),
};

type Compressed = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Compresses a body.
 * @param accepted the request's Accept-Encoding (RFC 9110, section 12.5.3)
 * @returns null where the body is short, or the client did not say that it can read it so
 */
export async function compressBody(body: string | null, accepted: string | undefined): Promise<Compressed | null> {
  const encoding = chooseEncoding(accepted);
  if (body === null || body.length < LONG || encoding === undefined) return null;
  return {
    body: new Uint8Array(await compress[encoding](body)),
    headers: { 'content-encoding': encoding, vary: 'Accept-Encoding' },
  };
}
