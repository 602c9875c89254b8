/** Compresses each file of the web app at its first request with the best ratio, and caches the result. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '#server/http/choose-encoding.ts';
import type { Asset } from './web-root.ts';

/** Returns the compressed bytes of a file. Concurrent requests share one compression. */
export type CompressOnce = (asset: Asset, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;

/** Creates a compressor with an empty cache. */
export function createCompressOnce(): CompressOnce {
  const made = { br: new WeakMap<Asset, Compressed>(), gzip: new WeakMap<Asset, Compressed>() };
  return (asset, encoding) => {
    const known = made[encoding].get(asset);
    if (known !== undefined) return known;
    const fresh = compress(asset, encoding);
    made[encoding].set(asset, fresh);
    return fresh;
  };
}

type Compressed = Promise<Uint8Array<ArrayBuffer>>;

async function compress(asset: Asset, encoding: Encoding): Compressed {
  switch (encoding) {
    case 'br':
      return new Uint8Array(await promisify(brotliCompress)(asset.bytes, brotliSettings(asset)));
    case 'gzip':
      return new Uint8Array(await promisify(gzip)(asset.bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

function brotliSettings(asset: Asset): { readonly params: Record<number, number> } {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: asset.bytes.byteLength,
    },
  };
}
