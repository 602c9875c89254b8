/** Reads the built web app into memory when the server starts. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { writeContentSecurityPolicy } from '#server/http/security-headers.ts';
import type { ExternalOrigins } from '#server/http/security-headers.ts';
import { findInlineHashes } from './inline-hashes.ts';
import type { Asset, WebRoot } from './web-root.ts';

/**
 * Reads every file in the folder, except names that start with a dot and symbolic links.
 * @param external other origins that the pages can connect to; null for none
 * @returns the files by URL path, or a failure if the folder has no built app
 */
export async function readWebRoot(
  folder: string,
  external: ExternalOrigins | null,
): Promise<Result<WebRoot, WebRootFailure>> {
  const files = await listFiles(folder);
  const assets = await Promise.all(files.map(async (file) => [file, await readAsset(folder, file, external)] as const));
  const root = new Map<string, Asset>();
  for (const [file, asset] of assets) {
    root.set(`/${file}`, asset);
    if (file === 'index.html' || file.endsWith('/index.html'))
      root.set(`/${file.slice(0, -'index.html'.length)}`, asset);
  }
  return root.has('/') ? ok(root) : fail({ type: 'web-root-missing', folder });
}

export type WebRootFailure = { readonly type: 'web-root-missing'; readonly folder: string };

async function listFiles(folder: string): Promise<readonly string[]> {
  // A missing or unreadable folder counts as empty, which the caller reports as a failure.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((names) => !names.some((name) => name.startsWith('.')))
    .map((names) => names.join('/'));
}

async function readAsset(folder: string, file: string, external: ExternalOrigins | null): Promise<Asset> {
  const bytes = new Uint8Array(await readFile(join(folder, file)));
  const isPage = extname(file) === '.html';
  return {
    ...findContentType(file),
    bytes,
    // Vite puts a hash of the content into the names of these files.
    immutable: file.startsWith('assets/'),
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
    policy: isPage
      ? writeContentSecurityPolicy(findInlineHashes(new TextDecoder().decode(bytes)), external)
      : undefined,
  };
}

type ContentType = { readonly contentType: string; readonly compressible: boolean };

/** Returns a file's content type by its name, and whether compression makes it smaller. */
function findContentType(file: string): ContentType {
  const contentType = getMimeType(file) ?? 'application/octet-stream';
  return { contentType, compressible: /^text\/|[/+](?:json|xml)/u.test(contentType) };
}
