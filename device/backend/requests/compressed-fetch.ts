/** Compresses long request bodies for backends that accept gzip: a thousand offline changes take a tenth of the bytes. */

/** Shorter bodies, in characters, are sent uncompressed. */
const MIN_LENGTH = 1024;
/** No answer, bad request, too large, unsupported coding: the compression may be the reason. */
const RETRY_UNCOMPRESSED = new Set([0, 400, 413, 415]);

/**
 * Creates a `fetch` for one backend that compresses request bodies. The backend's answers announce whether it accepts gzip
 * (RFC 7694); the hosted service never does. If a proxy refuses a compressed body, no later request is compressed.
 */
export function createCompressedFetch(send: typeof fetch): typeof fetch {
  let acceptsGzip = false;
  let isStopped = false;
  const sendPlain: typeof fetch = async (input, init) => {
    const answer = await send(input, init);
    // A proxy's error says nothing about the backend.
    if (answer.ok) acceptsGzip = announcesGzip(answer);
    return answer;
  };
  const sendCompressed = async (...[input, init]: Parameters<typeof fetch>): Promise<Response | null> => {
    const body = acceptsGzip && !isStopped ? await compress(init?.body) : null;
    if (body === null) return null;
    const headers = new Headers(init?.headers);
    headers.set('content-encoding', 'gzip');
    return send(input, { ...init, headers, body }).catch(() => Response.error());
  };
  return async (input, init) => {
    const answer = await sendCompressed(input, init);
    if (answer === null) return sendPlain(input, init);
    if (!RETRY_UNCOMPRESSED.has(answer.status)) {
      if (wasStopped(answer)) isStopped = true;
      return answer;
    }
    // An unread answer would hold its connection.
    await answer.arrayBuffer().catch(() => null);
    // Sending uncompressed shows whether the compression was the reason.
    const plain = await sendPlain(input, init);
    if (plain.ok) isStopped = true;
    return plain;
  };
}

/** Whether a proxy refused the request: the backend's own refusals announce gzip. */
const wasStopped = (answer: Response): boolean => !answer.ok && !announcesGzip(answer);

const announcesGzip = ({ headers }: Response): boolean => headers.get('accept-encoding') === 'gzip';

/** The compressed body; null to send it uncompressed. */
async function compress(body: RequestInit['body']): Promise<ArrayBuffer | null> {
  if (typeof body !== 'string' || body.length < MIN_LENGTH || !('CompressionStream' in globalThis)) return null;
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}
