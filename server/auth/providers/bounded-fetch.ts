/** Asks a provider, and reads no more of its answer than such an answer can have. */
import type { CustomFetchOptions } from 'openid-client';

/** Key sets and profiles have some kilobytes. */
const MAX_BYTES = 256 * 1024;

/**
 * As fetch, for openid-client. A redirect is an answer like any other and is not followed: only addresses that the
 * operator's issuer names are ever asked. Rejects where the answer is too large, or the time is up before its end.
 */
export async function boundedFetch(url: string, { body, ...asked }: CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, { ...asked, body: body ?? null, redirect: 'manual' });
  const { status, headers: answered } = answer;
  return new Response(await readBounded(answer), { status, headers: answered });
}

async function readBounded({ body }: Response): Promise<Blob | null> {
  if (body === null) return null;
  const parts: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of body) {
    const bytes: unknown = part;
    if (!(bytes instanceof Uint8Array)) continue;
    size += bytes.byteLength;
    // Leaving the loop cancels the rest.
    if (size > MAX_BYTES) throw new Error('The answer of a provider is too large.');
    parts.push(Buffer.from(bytes));
  }
  return new Blob(parts);
}
