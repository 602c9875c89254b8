/** Completes the page's own scripts: the names of the files that a signed-out visitor needs at once, and the script in a file of its own. */
import { readFile } from 'node:fs/promises';
import { minifySync, transformWithOxc } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const SCRIPT = /(?<=<script>)[^]*?(?=<\/script>)/gu;
/** The name of that list in the first script. */
const NAME = 'SIGNED_OUT_FILES';
/** Stands for the script that is in a file of its own. */
const SHOWN = 'SHOW_FIRST_SCREEN;';

/**
 * Creates the plugin.
 * @param entry the module with the signed-out screens
 * @param shown the file of the script that shows the first screen; it imports nothing
 */
export function firstScript(entry: string, shown: string): Plugin {
  return {
    name: 'checklist-first-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files = bundle === undefined ? [] : findFiles(bundle, entry);
        const { code: shownScript } = await transformWithOxc(await readFile(shown, 'utf8'), shown);
        return html.replace(SCRIPT, (script) => {
          const complete = script
            .replace(NAME, JSON.stringify(files))
            .replace(SHOWN, () => `(() => {${shownScript}})();`);
          return minifySync('first.js', complete).code;
        });
      },
    },
  };
}

type Bundle = Rolldown.OutputBundle;

/** The entry's chunk, its imports that the page does not name already, and their style sheets. */
function findFiles(bundle: Bundle, entry: string): readonly string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const page = chunks.find((chunk) => chunk.isEntry);
  const start = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(entry));
  if (page === undefined || start === undefined) throw new Error(`${entry} has no separate chunk`);
  const known = new Set([page.fileName, ...page.imports]);
  const needed = new Set([start.fileName, ...start.imports].filter((file) => !known.has(file)));
  const sheets = chunks.filter(({ fileName }) => needed.has(fileName)).flatMap(sheetsOf);
  return [...needed, ...sheets].map((file) => `/${file}`);
}

const sheetsOf = ({ viteMetadata }: Rolldown.OutputChunk): readonly string[] => [...(viteMetadata?.importedCss ?? [])];
