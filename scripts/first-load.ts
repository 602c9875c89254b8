/** Lists the files that a browser loads before the app can show the list, and measures them. */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseSync } from 'vite';

/** The most bytes of the first load: `gzip` for all files on the wire, `parsed` for the scripts as they run. */
export const FIRST_LOAD_LIMITS = { gzip: 110_000, parsed: 360_000 } as const;

export type LoadedFile = {
  /** Its path inside the built app, such as `assets/main-1a2b.js`. */
  readonly path: string;
  /** React is a separate chunk, so that an app update does not download it again. */
  readonly part: 'react' | 'own';
  readonly raw: number;
  readonly gzip: number;
};

/**
 * Measures the page, the scripts and stylesheets it names, and the static imports of those scripts.
 * @param folder the built app
 * @returns the files in the order of their discovery
 * @throws if a named file is missing or is on another server
 */
export const measureFirstLoad = (folder: string): Promise<readonly LoadedFile[]> => measureAll(folder, ['index.html']);

/**
 * Measures the files that a signed-out visitor loads in addition: those that the page's first script names last
 * (scripts/first-script-plugin.ts), and their static imports.
 */
export async function measureSignedOut(
  folder: string,
  firstLoad: readonly LoadedFile[],
): Promise<readonly LoadedFile[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const script = page.slice(page.indexOf('signedOut:'));
  const named = [...script.matchAll(/(?<=[`"']\.\/)[\w./-]+\.(?:js|css)(?=[`"'])/g)].map(([path]) => path);
  const known = new Set(firstLoad.map(({ path }) => path));
  return (await measureAll(folder, named)).filter(({ path }) => !known.has(path));
}

async function measureAll(folder: string, paths: readonly string[]): Promise<readonly LoadedFile[]> {
  const measured = new Map<string, LoadedFile>();
  const waiting = [...paths];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (measured.has(path)) continue;
    const bytes = await readFile(join(folder, path));
    measured.set(path, await measureFile(path, bytes));
    waiting.push(...findNeeded(path, bytes.toString()));
  }
  return [...measured.values()];
}

async function measureFile(path: string, bytes: Buffer): Promise<LoadedFile> {
  const packed = await promisify(gzip)(bytes, { level: 9 });
  const part = /^react-[^/]*\.js$/.test(posix.basename(path)) ? 'react' : 'own';
  return { path, part, raw: bytes.byteLength, gzip: packed.byteLength };
}

function findNeeded(path: string, text: string): readonly string[] {
  if (path.endsWith('.html')) return findNamedFiles(text).map((address) => resolveAddress(path, address));
  if (path.endsWith('.js')) return findStaticImports(path, text).map((address) => resolveAddress(path, address));
  return [];
}

function findNamedFiles(html: string): readonly string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/gi)].flatMap(([tag]) => {
    const isNeeded = /^<script/i.test(tag) || /\brel="(?:modulepreload|stylesheet)"/i.test(tag);
    const address = /\b(?:src|href)="([^"]+)"/i.exec(tag)?.[1];
    return isNeeded && address !== undefined ? [address] : [];
  });
}

function findStaticImports(path: string, script: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(path, script).module;
  const passedOn = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...passedOn].filter(
    (address) => address !== undefined,
  );
}

function resolveAddress(from: string, address: string): string {
  const app = 'http://app.invalid/';
  const url = new URL(address, app + from);
  if (`${url.origin}/` !== app) throw new Error(`${from} loads ${address} from another server`);
  return decodeURIComponent(url.pathname.slice(1));
}
