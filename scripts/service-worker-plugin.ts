/**
 * Builds the service worker last, with a list of all files of the build, so that it can cache the whole app; and before that, the script that
 * it adds to the page.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { buildScript } from './build-script.ts';

/** Files that the app does not need: screenshots for app stores and source maps. */
const NOT_CACHED = /\.map$|^sw\.js$|^screenshots\//u;

/** Files that stand alone, by their paths relative to the project. */
type Sources = { readonly worker: string; readonly firstScreen: string };

/** Creates the plugin. */
export function serviceWorker({ worker, firstScreen }: Sources): Plugin {
  let outDir = '';
  return {
    name: 'checklist-service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await writeFile(path.join(outDir, 'first-screen.js'), await buildScript({ source: firstScreen }));
        const files = await listFiles(outDir);
        const define = { PRECACHE_FILES: JSON.stringify(files), BUILD_ID: JSON.stringify(hash(JSON.stringify(files))) };
        await writeFile(path.join(outDir, 'sw.js'), await buildScript({ source: worker, define }));
      },
    },
  };
}

/** The hash of every file of the build, by its path relative to the service worker. */
async function listFiles(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !NOT_CACHED.test(name))
    .toSorted();
  return Promise.all(paths.map(async (name) => [name, hash(await readFile(path.join(folder, name)))] as const));
}

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);
