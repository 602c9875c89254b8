/** Answers a request for the web app: a page, a file, a redirect to a folder's page, or a clear refusal. */
import type { Context, Handler } from 'hono';
import { createTextResponse } from '#server/http/text-response.ts';
import { messages } from '#server/messages.ts';
import { chooseEncoding } from '#server/http/choose-encoding.ts';
import { createCompressOnce } from './compress-once.ts';
import type { CompressOnce } from './compress-once.ts';
import { createNotFoundAnswer } from './not-found-answer.ts';
import type { Asset, WebRoot } from './web-root.ts';

/**
 * Gives the handler for every address that no other part of the server has claimed.
 * A path is only ever looked up in the table: what is not in it does not exist, whatever the path spells.
 */
export function createWebHandler(webRoot: WebRoot): Handler {
  const compressOnce = createCompressOnce();
  return (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return createTextResponse(405, messages.methodRefused, { allow: 'GET, HEAD' });
    }
    const { pathname, search } = new URL(c.req.url);
    const path = decodePath(pathname);
    if (path === undefined) return createTextResponse(400, messages.badAddress);
    const asset = webRoot.get(path);
    if (asset !== undefined) return answerAsset(c, asset, compressOnce);
    if (webRoot.has(`${path}/`)) return redirectToFolder(`${pathname}/${search}`);
    return createNotFoundAnswer(c.req.header('accept'));
  };
}

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

async function answerAsset(c: Context, asset: Asset, compressOnce: CompressOnce): Promise<Response> {
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

/** What both the file and the news that it has not changed carry. */
function describeAsset(asset: Asset): Record<string, string> {
  return {
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(asset.compressible && { vary: 'Accept-Encoding' }),
    ...(asset.policy !== undefined && { 'content-security-policy': asset.policy }),
  };
}

/** RFC 9110 section 13.1.2: a list, compared weakly, or a star for anything that exists. */
function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}

function redirectToFolder(location: string): Response {
  return createTextResponse(301, location, { location, 'cache-control': 'no-cache' });
}
