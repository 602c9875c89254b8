/** Sends long bodies compressed where the backend said that it takes them so: a thousand offline changes in a tenth of the bytes. */

/** Below this there is nothing to gain, and most bodies are. */
const LONG = 1024;
/** No answer, bad request, too large, unknown coding. */
const BLAMES_BODY = new Set([0, 400, 413, 415]);

/**
 * A `fetch` to one backend that compresses what it sends. The backend says with its answers whether it may (RFC 7694); the
 * hosted service never does. Where somebody on the way does not let it through, nothing goes compressed any more.
 */
export function createPackedFetch(ask: typeof fetch): typeof fetch {
  let takesGzip = false;
  let isStopped = false;
  const askPlain: typeof fetch = async (input, init) => {
    const answer = await ask(input, init);
    // An answer of somebody on the way says nothing.
    if (answer.ok) takesGzip = saysGzip(answer);
    return answer;
  };
  const askPacked = async (...[input, init]: Parameters<typeof fetch>): Promise<Response | null> => {
    const body = takesGzip && !isStopped ? await pack(init?.body) : null;
    if (body === null) return null;
    const headers = new Headers(init?.headers);
    headers.set('content-encoding', 'gzip');
    return ask(input, { ...init, headers, body }).catch(() => Response.error());
  };
  return async (input, init) => {
    const answer = await askPacked(input, init);
    if (answer === null) return askPlain(input, init);
    if (!BLAMES_BODY.has(answer.status)) {
      if (wasStopped(answer)) isStopped = true;
      return answer;
    }
    // An answer that is not read to its end keeps its connection.
    await answer.arrayBuffer().catch(() => null);
    // Whether the rows, the network or the wrapping are to blame shows without it.
    const plain = await askPlain(input, init);
    if (plain.ok) isStopped = true;
    return plain;
  };
}

/** What the backend itself refuses has come through to it. */
const wasStopped = (answer: Response): boolean => !answer.ok && !saysGzip(answer);

const saysGzip = ({ headers }: Response): boolean => headers.get('accept-encoding') === 'gzip';

/** Null for what goes as it is. */
async function pack(body: RequestInit['body']): Promise<ArrayBuffer | null> {
  if (typeof body !== 'string' || body.length < LONG || !('CompressionStream' in globalThis)) return null;
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}
