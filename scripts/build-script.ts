/** Builds a script that stands alone: one file that imports nothing, for a page or a service worker. */
import path from 'node:path';
import { build } from 'vite';

type Script = {
  /** Its path relative to the project. */
  readonly source: string;
  /** Values for names that the source declares. */
  readonly define?: Readonly<Record<string, string>>;
};

/** @returns the text of the script */
export async function buildScript({ source, define = {} }: Script): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: path.resolve(source), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [script] = 'output' in built ? built.output : [];
  if (script === undefined) throw new Error(`${source} was not built`);
  return script.code.trim();
}
