/** Reads the built web app into memory, with the hashes of its inline scripts and styles, so that no request reads the disk. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { writeContentSecurityPolicy, type ExternalOrigins, type InlineHashes } from '#server/http/security-headers.ts';
import { fail, ok, type Result } from '#server/result.ts';

/** One file of the built web app. */
export type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** Whether compression makes it smaller, as for text; images and fonts are compressed already. */
  readonly compressible: boolean;
  /** Whether its name changes with its content, so that browsers can cache it forever. */
  readonly immutable: boolean;
  /** The hash of its content. */
  readonly hash: string;
  /** The hash of its content and its policy: Chromium ignores the new policy of a 304 response. */
  readonly tag: string;
  /** The Content-Security-Policy of a page; undefined for other files, which have the general policy. */
  readonly policy: string | undefined;
};

/** The files by their decoded path, such as `/assets/main-1a2b.js`. A folder's page is also at `/folder/`. */
export type WebRoot = ReadonlyMap<string, Asset>;

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
  const policy =
    extname(file) === '.html'
      ? writeContentSecurityPolicy(findInlineHashes(new TextDecoder().decode(bytes)), external)
      : undefined;
  return {
    ...findContentType(file),
    bytes,
    // Vite puts a hash of the content into the names of these files.
    immutable: file.startsWith('assets/'),
    hash: hashContent(bytes),
    tag: hashContent(bytes, policy),
    policy,
  };
}

const hashContent = (bytes: Uint8Array, policy = ''): string =>
  createHash('sha256').update(bytes).update(policy).digest('base64url').slice(0, 27);

type ContentType = { readonly contentType: string; readonly compressible: boolean };

/** Returns a file's content type by its name, and whether compression makes it smaller. */
function findContentType(file: string): ContentType {
  const contentType = getMimeType(file) ?? 'application/octet-stream';
  return { contentType, compressible: /^text\/|[/+](?:json|xml)/u.test(contentType) };
}

/** Returns the CSP source expressions of a page's inline scripts and styles, each once. */
export function findInlineHashes(html: string): InlineHashes {
  const inline = [...html.matchAll(inlineElements)].map(readElement);
  return { scripts: hashAll(inline, 'script'), styles: hashAll(inline, 'style') };
}

// Comments are matched first, so that a tag mentioned in a comment does not swallow a real one.
const inlineElements =
  /<!--[^]*?-->|<(?<name>script|style)\b(?<attributes>(?:"[^"]*"|'[^']*'|[^'">])*)>(?<content>[^]*?)<\/\k<name>\s*>/gi;

type Element = { readonly name: string; readonly content: string };

function readElement({ groups }: RegExpMatchArray): Element {
  const { name = 'comment', attributes = '', content = '' } = groups ?? {};
  const isElsewhere = /\ssrc\s*=/i.test(attributes);
  return { name: isElsewhere ? 'file' : name.toLowerCase(), content };
}

function hashAll(elements: readonly Element[], name: string): readonly string[] {
  return [...new Set(elements.filter((element) => element.name === name).map(({ content }) => hashInline(content)))];
}

function hashInline(content: string): string {
  // A browser hashes the parsed text, in which every line end is \n.
  const read = content.replaceAll(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(read).digest('base64')}'`;
}
