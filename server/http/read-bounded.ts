/** Reads a response from another server, up to a limit in bytes. */

/** @throws if the body is larger; the rest of it is then canceled */
export async function readBounded({ body }: Response, maxBytes: number): Promise<Blob | null> {
  if (body === null) return null;
  const parts: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of body) {
    const bytes: unknown = part;
    if (!(bytes instanceof Uint8Array)) continue;
    size += bytes.byteLength;
    // Leaving the loop cancels the rest of the response.
    if (size > maxBytes) throw new Error('The response is too large.');
    parts.push(Buffer.from(bytes));
  }
  return new Blob(parts);
}
