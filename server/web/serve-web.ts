/** Serves the web app: a page, a file, a redirect to a folder's page, or an error. */
import type { Context, Handler } from 'hono';
import { createTextResponse } from '#server/http/text-response.ts';
import { messages } from '#server/messages.ts';
import { chooseEncoding } from '#server/http/choose-encoding.ts';
import { createCompressOnce } from './compress-once.ts';
import type { CompressOnce } from './compress-once.ts';
import { createNotFoundResponse } from './not-found-response.ts';
import type { Asset, WebRoot } from './web-root.ts';

/**
 * Creates the handler for all URLs that no other route handles.
 * A path is only looked up in a table, so a request can never reach other files.
 */
export function createWebHandler(webRoot: WebRoot): Handler {
  const compressOnce = createCompressOnce();
  return (c) => {
    if (c.req.method === 'POST' && c.req.path === SHARE_PATH) return redirectAfterShare();
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return createTextResponse(405, messages.methodRefused, { allow: 'GET, HEAD' });
    }
    const { pathname, search } = new URL(c.req.url);
    const path = decodePath(pathname);
    if (path === undefined) return createTextResponse(400, messages.badAddress);
    const asset = webRoot.get(path);
    if (asset !== undefined) return serveAsset(c, asset, compressOnce);
    if (webRoot.has(`${path}/`)) return redirectToFolder(`${pathname}/${search}`);
    return createNotFoundResponse(c.req.header('accept'));
  };
}

/** The share target of the web app manifest. */
const SHARE_PATH = '/share';

/** The service worker answers this and keeps the shared text. Without one, the app opens and asks for the text. */
const redirectAfterShare = (): Response => createTextResponse(303, '/?do=share', { location: '/?do=share' });

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

async function serveAsset(c: Context, asset: Asset, compressOnce: CompressOnce): Promise<Response> {
  const encoding = asset.compressible ? chooseEncoding(c.req.header('accept-encoding')) : undefined;
  const tag = `"${asset.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  const headers = { ...describeAsset(asset), etag: tag };
  if (hasTag(c.req.header('if-none-match'), tag)) return new Response(null, { status: 304, headers });

  const bytes = encoding === undefined ? asset.bytes : await compressOnce(asset, encoding);
  return new Response(bytes, {
    headers: {
      ...headers,
      'content-type': asset.contentType,
      'content-length': String(bytes.byteLength),
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
  });
}

/** The headers of both 200 and 304 responses. */
function describeAsset(asset: Asset): Record<string, string> {
  return {
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(asset.compressible && { vary: 'Accept-Encoding' }),
    ...(asset.policy !== undefined && { 'content-security-policy': asset.policy }),
  };
}

/** Whether If-None-Match contains the tag, compared weakly, or a star (RFC 9110 section 13.1.2). */
function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}

function redirectToFolder(location: string): Response {
  return createTextResponse(301, location, { location, 'cache-control': 'no-cache' });
}
