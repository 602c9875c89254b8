/** Fetches from a provider and limits the size of its response. */
import type { CustomFetchOptions } from 'openid-client';

/** Key sets and profiles take a few kilobytes. */
const MAX_BYTES = 256 * 1024;

/**
 * A `fetch` for openid-client. It does not follow redirects, so that only addresses named by the operator's issuer are
 * contacted. Rejects if the response is too large or takes too long.
 */
export async function boundedFetch(url: string, { body, ...options }: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, body: body ?? null, redirect: 'manual' });
  const { status, headers: responseHeaders } = response;
  return new Response(await readBounded(response), { status, headers: responseHeaders });
}

async function readBounded({ body }: Response): Promise<Blob | null> {
  if (body === null) return null;
  const parts: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of body) {
    const bytes: unknown = part;
    if (!(bytes instanceof Uint8Array)) continue;
    size += bytes.byteLength;
    // Leaving the loop cancels the rest of the response.
    if (size > MAX_BYTES) throw new Error('The response of a provider is too large.');
    parts.push(Buffer.from(bytes));
  }
  return new Blob(parts);
}
