/** Inserts into the page what runs or shows before the app: the first script, with the names of the next files, and the sign-in card. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Language } from '#languages/language.ts';
import { FALLBACK } from '#languages/languages.ts';
import { buildScript } from './build-script.ts';
import { CLASS_NAMES } from './class-names.ts';

/** The placeholders for the script and for the card in the page. */
const SCRIPT = 'FIRST_SCRIPT';
const CARD = 'FIRST_CARD';
/** The address of the script that shows the card; scripts/service-worker-plugin.ts builds the script. */
const SHOWS_CARD = './first-screen.js';
/** Inside the project, so that the built module finds React. */
const CACHE = 'node_modules/.cache';

/** Modules by their paths. */
type Modules = {
  /** The script, which declares `NEXT_FILES`. */
  readonly script: string;
  /** The chunks that follow the first load with and without a user, and their messages in the language of the page. */
  readonly signedIn: readonly string[];
  readonly signedOut: readonly string[];
  /** Exports the component `FirstCard`, and `prepareCard`, which loads its messages. */
  readonly card: string;
};

/** Creates the plugin. During development, the page has no card, and the app shows it. */
export function firstScript(modules: Modules): Plugin {
  return {
    name: 'checklist-first-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files = bundle === undefined ? NO_FILES : findNextFiles(bundle, modules);
        const define = { NEXT_FILES: JSON.stringify(files) };
        const script = await buildScript({ source: modules.script, define });
        const markup = bundle === undefined ? '' : await renderCard(modules.card);
        return html.replace(SCRIPT, () => script).replace(CARD, () => markup);
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
      css: CLASS_NAMES,
      logLevel: 'error',
      plugins: [react()],
      build: { ssr: input, outDir, emptyOutDir: false, rolldownOptions: { output: { entryFileNames: 'card.js' } } },
    });
    // The type of the component in the file that was just built.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const module = (await import(pathToFileURL(path.join(outDir, 'card.js')).href)) as CardModule;
    await module.prepareCard(FALLBACK);
    return renderToStaticMarkup(createElement(module.FirstCard));
  } finally {
    await rm(outDir, { recursive: true });
  }
}

type CardModule = { readonly FirstCard: ComponentType; readonly prepareCard: (language: Language) => Promise<void> };

type Bundle = Rolldown.OutputBundle;

type Files = Readonly<Record<'sheets' | 'scripts' | 'chunks', readonly string[]>>;
type NextFiles = Readonly<Record<'signedIn' | 'signedOut', Files>>;

const NONE: Files = { sheets: [], scripts: [], chunks: [] };
const NO_FILES: NextFiles = { signedIn: NONE, signedOut: NONE };

/** The sheets of the list come with the stored screen. */
function findNextFiles(bundle: Bundle, { signedIn, signedOut }: Modules): NextFiles {
  return {
    signedIn: { ...NONE, chunks: findFiles(bundle, signedIn).chunks },
    signedOut: { ...findFiles(bundle, signedOut), scripts: [SHOWS_CARD] },
  };
}

/** The chunks of the modules, their imports that the page does not name already, and their style sheets. */
function findFiles(bundle: Bundle, modules: readonly string[]): Files {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const page = chunks.find((chunk) => chunk.isEntry);
  const known = new Set([page?.fileName, ...(page?.imports ?? [])]);
  const loaded = modules.flatMap((module) => {
    const chunk = chunks.find(
      ({ fileName, moduleIds }) => !known.has(fileName) && moduleIds.some((id) => id.endsWith(module)),
    );
    if (chunk === undefined) throw new Error(`${module} has no separate chunk`);
    return [chunk.fileName, ...chunk.imports];
  });
  const needed = new Set(loaded.filter((file) => !known.has(file)));
  const sheets = chunks.filter(({ fileName }) => needed.has(fileName)).flatMap(sheetsOf);
  return { sheets: sheets.map(toAddress), scripts: [], chunks: [...needed].map(toAddress) };
}

/** Relative to the page. */
const toAddress = (file: string): string => `./${file}`;

const sheetsOf = ({ viteMetadata }: Rolldown.OutputChunk): readonly string[] => [...(viteMetadata?.importedCss ?? [])];
