/** Reads request bodies up to a size limit. */
import type { Context } from 'hono';

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
