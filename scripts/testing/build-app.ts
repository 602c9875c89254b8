/** Builds a small app, for tests of the build plugins. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type UserConfig } from 'vite';

/**
 * Builds in a temporary folder, which is removed afterward. Chunks and sheets are named after their modules.
 * @param files the app's files by name, an `index.html` among them
 * @param config additional options, such as the plugin
 * @returns the text of each built file by its name; rejects if the build fails
 */
export async function buildApp(
  files: Readonly<Record<string, string>>,
  config: Pick<UserConfig, 'plugins' | 'css'>,
): Promise<ReadonlyMap<string, string>> {
  const root = await mkdtemp(path.join(tmpdir(), 'checklist-build-app-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(root, name), content);
    const names = { assetFileNames: '[name][extname]', chunkFileNames: '[name].js', entryFileNames: '[name].js' };
    const built = await build({
      ...config,
      configFile: false,
      root,
      base: './',
      logLevel: 'silent',
      build: { write: false, rolldownOptions: { output: names } },
    });
    const output = 'output' in built ? built.output : [];
    return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  }
}
