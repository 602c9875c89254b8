/** Serves the built web app from memory. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Handler } from 'hono';
import { chooseEncoding, type Encoding } from '#server/http/choose-encoding.ts';
import { createTextResponse, writeContentSecurityPolicy } from '#server/http/security-headers.ts';
import { messages } from '#server/messages.ts';
import { findInlineHashes, type Asset, type WebRoot } from './web-root.ts';

/**
 * Creates the handler for all URLs that no other route handles.
 * A path is only looked up in a table, so a request can never reach other files.
 * @param basePath the path under which browsers find the app (BASE_PATH); requests come without it
 */
export function createWebHandler(webRoot: WebRoot, basePath = ''): Handler {
  const notFoundPage = writeNotFoundPage(basePath);
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
    if (webRoot.has(`${path}/`)) return redirectToFolder(pathname, search);
    return createNotFoundResponse(notFoundPage, c.req.header('accept'));
  };
}

/** The share target of the web app manifest. */
const SHARE_PATH = '/share';

/** The service worker answers this and keeps the shared text. Without one, the app opens and asks for the text. */
const redirectAfterShare = (): Response => createTextResponse(303, './?do=share', { location: './?do=share' });

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

async function serveAsset(c: Context, asset: Asset, compressOnce: CompressOnce): Promise<Response> {
  const encoding = asset.compressible ? chooseEncoding(c.req.header('accept-encoding')) : undefined;
  const tag = `"${asset.tag}${encoding === undefined ? '' : `-${encoding}`}"`;
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

/** Relative to the path in the browser, which may begin with BASE_PATH. */
function redirectToFolder(pathname: string, search: string): Response {
  const location = `./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`;
  return createTextResponse(301, location, { location, 'cache-control': 'no-cache' });
}

/** Returns the compressed bytes of a file. Concurrent requests share one compression. */
type CompressOnce = (asset: Asset, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;

/** Creates a compressor with an empty cache. */
function createCompressOnce(): CompressOnce {
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

/**
 * Creates the 404 response.
 * @param page for browsers that open a page
 * @param accept the Accept header; browsers that open a page accept HTML
 */
function createNotFoundResponse(page: string, accept: string | undefined): Response {
  const headers = { vary: 'Accept', 'cache-control': 'no-cache' };
  if (accept?.toLowerCase().includes('text/html') !== true) {
    return createTextResponse(404, messages.notFound, headers);
  }
  return new Response(page, {
    status: 404,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': NOT_FOUND_POLICY },
  });
}

/** The link is absolute, because the page can appear at any path. */
const writeNotFoundPage = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${messages.notFoundTitle} – Checklist</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 32rem; margin: 15vh auto; padding: 1rem; }
a { display: inline-block; padding-block: 0.75rem; color: inherit; }
</style>
</head>
<body>
<main>
<h1>${messages.notFoundTitle}</h1>
<p>${messages.notFound}</p>
<p><a href="${basePath}/">${messages.notFoundWayOut}</a></p>
</main>
</body>
</html>
`;

const NOT_FOUND_POLICY = writeContentSecurityPolicy(findInlineHashes(writeNotFoundPage('')), null);
