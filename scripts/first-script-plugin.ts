/** Inserts the names of the files that a signed-out visitor needs at once into the page's first script. */
import { minifySync } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const SCRIPT = /(?<=<script>)[^]*?(?=<\/script>)/u;
/** The name of that list in the script. */
const NAME = 'SIGNED_OUT_FILES';

/**
 * Creates the plugin.
 * @param entry the module with the signed-out screens
 */
export function firstScript(entry: string): Plugin {
  return {
    name: 'checklist-first-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = bundle === undefined ? [] : findFiles(bundle, entry);
        return html.replace(SCRIPT, (script) => {
          const { code } = minifySync('first.js', script.replace(NAME, JSON.stringify(files)));
          return code;
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
