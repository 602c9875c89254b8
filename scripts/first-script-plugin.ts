/** Inserts into the page what signed-out visitors need at once: the names of their files, and the sign-in card. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import react from '@vitejs/plugin-react';
import { build, minifySync } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const SCRIPT = /(?<=<script>)[^]*?(?=<\/script>)/u;
/** The placeholder for the file names in the script. */
const NAME = 'SIGNED_OUT_FILES';
/** The placeholder for the card in the page. */
const CARD = 'FIRST_CARD';
/** The address of the script that shows the card; scripts/service-worker-plugin.ts builds the script. */
const SHOWS_CARD = '/first-screen.js';
/** Inside the project, so that the built module finds React. */
const CACHE = 'node_modules/.cache';

/** Modules of the signed-out screens, by their paths. */
type SignedOutModules = {
  /** The chunk with the screens. */
  readonly entry: string;
  /** Exports the component `FirstCard`. */
  readonly card: string;
};

/** Creates the plugin. During development, the page has no card, and the app shows it. */
export function firstScript({ entry, card }: SignedOutModules): Plugin {
  return {
    name: 'checklist-first-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files = bundle === undefined ? { sheets: [], scripts: [], chunks: [] } : findFiles(bundle, entry);
        const markup = bundle === undefined ? '' : await renderCard(card);
        return html
          .replace(SCRIPT, (script) => minifySync('first.js', script.replace(NAME, JSON.stringify(files))).code)
          .replace(CARD, () => markup);
      },
    },
  };
}

/** Builds the component for Node with the same class names, and renders it. */
async function renderCard(input: string): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const outDir = await mkdtemp(path.join(CACHE, 'first-card-'));
  try {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [react()],
      build: { ssr: input, outDir, emptyOutDir: false, rolldownOptions: { output: { entryFileNames: 'card.js' } } },
    });
    // The type of the component in the file that was just built.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const module = (await import(pathToFileURL(path.join(outDir, 'card.js')).href)) as { FirstCard: ComponentType };
    return renderToStaticMarkup(createElement(module.FirstCard));
  } finally {
    await rm(outDir, { recursive: true });
  }
}

type Bundle = Rolldown.OutputBundle;

type SignedOutFiles = Readonly<Record<'sheets' | 'scripts' | 'chunks', readonly string[]>>;

/** The entry's chunk, its imports that the page does not name already, their style sheets, and the script that shows the card. */
function findFiles(bundle: Bundle, entry: string): SignedOutFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const page = chunks.find((chunk) => chunk.isEntry);
  const start = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(entry));
  if (page === undefined || start === undefined) throw new Error(`${entry} has no separate chunk`);
  const known = new Set([page.fileName, ...page.imports]);
  const needed = new Set([start.fileName, ...start.imports].filter((file) => !known.has(file)));
  const sheets = chunks.filter(({ fileName }) => needed.has(fileName)).flatMap(sheetsOf);
  return { sheets: sheets.map(toAddress), scripts: [SHOWS_CARD], chunks: [...needed].map(toAddress) };
}

const toAddress = (file: string): string => `/${file}`;

const sheetsOf = ({ viteMetadata }: Rolldown.OutputChunk): readonly string[] => [...(viteMetadata?.importedCss ?? [])];
