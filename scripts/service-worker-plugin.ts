/** Builds the service worker last, with the list of every file the build made: a whole-app precache without a library. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';

/** Not needed to run the app: pictures for stores and maps for developers. */
const LEFT_OUT = /\.map$|^sw\.js$|^screenshots\//u;

/**
 * The plugin.
 * @param source the worker's entry, relative to the project
 */
export function serviceWorker(source: string): Plugin {
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
        const files = await listFiles(outDir);
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { PRECACHE_FILES: JSON.stringify(files), BUILD_ID: JSON.stringify(hash(JSON.stringify(files))) },
          build: {
            outDir,
            emptyOutDir: false,
            target: 'baseline-widely-available',
            modulePreload: false,
            rolldownOptions: {
              input: path.resolve(source),
              output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
            },
          },
        });
      },
    },
  };
}

/** Every file of the build with its hash, by the path it is served at. */
async function listFiles(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  return Promise.all(paths.map(async (name) => [`/${name}`, hash(await readFile(path.join(folder, name)))] as const));
}

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);
