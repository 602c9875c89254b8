/** Builds the public pages (product site, Help, About Us, Changelog) and the manifest of each language, as plain files. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { FALLBACK, loadLanguages } from '#languages/languages.ts';
import type { Language, PageWords } from '#languages/language.ts';
import { buildManifest } from './build-manifest.ts';
import { renderChangelog } from './render-changelog.ts';

export type SiteFile = { readonly path: string; readonly content: string };

type PageName = keyof PageWords['site'];

/** In the order of the navigation. */
const PAGES: readonly PageName[] = ['product', 'help', 'about', 'changelog'];

/** A language, its words, and where its files are: `/` for the fallback, otherwise a folder such as `/de/`. */
type Edition = { readonly tag: string; readonly words: PageWords; readonly root: string };

/** Builds all pages, their stylesheet, and the manifests. Returns files by path, relative to the app's root. */
export async function buildSite(): Promise<readonly SiteFile[]> {
  const [languages, layout, footer, style] = await Promise.all([
    loadLanguages(),
    readText('./layout.html'),
    readFooter(),
    buildStyle(),
  ]);
  const editions = await Promise.all(
    languages.map(async (language) => {
      const edition = await readEdition(language);
      const pages = await Promise.all(PAGES.map((name) => buildPage({ name, edition, layout, footer })));
      const manifest = { path: `${edition.root.slice(1)}manifest.webmanifest`, content: buildManifest(edition) };
      return [...pages, manifest];
    }),
  );
  return [...editions.flat().map(toRelative), { path: 'site/site.css', content: style }];
}

/** Fills the words of the fallback into the app's page. */
export async function fillInAppPage(html: string): Promise<string> {
  const { tag, words } = await readEdition(FALLBACK);
  const { description, promise, needsScripts } = words;
  return fillIn(html, escapeAll({ lang: tag, description, promise, needsScripts }));
}

async function readEdition({ tag }: Language): Promise<Edition> {
  // The compiler checks that each file exports these words.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { pageWords } = (await import(resolve(`../languages/${tag}/page-words.ts`).href)) as {
    readonly pageWords: PageWords;
  };
  return { tag, words: pageWords, root: tag === FALLBACK.tag ? '/' : `/${tag}/` };
}

type PageParts = {
  readonly name: PageName;
  readonly edition: Edition;
  readonly layout: string;
  readonly footer: string;
};

async function buildPage({ name, edition, layout, footer }: PageParts): Promise<SiteFile> {
  const { tag, words, root } = edition;
  const { skip, pages, openList } = words;
  const { title, description } = words.site[name];
  const texts = escapeAll({ title, description, lang: tag, skip, pages, openList, footer, home: `${root}site/` });
  return {
    path: `${addressOf(root, name).slice(1)}index.html`,
    content: fillIn(layout, {
      ...texts,
      navigation: renderNavigation(name, edition),
      main: await renderMain(name, tag),
    }),
  };
}

/** Makes the addresses relative to the file, because the app may be under any path (BASE_PATH). */
const toRelative = ({ path, content }: SiteFile): SiteFile => {
  const root = '../'.repeat(path.split('/').length - 1) || './';
  return { path, content: content.replaceAll(/(?<=(?:href|src)=|: )"\/(?!\/)/gu, `"${root}`) };
};

const addressOf = (root: string, name: PageName): string => `${root}site/${name === 'product' ? '' : `${name}/`}`;

async function renderMain(name: PageName, tag: string): Promise<string> {
  const fragment = await readText(`../languages/${tag}/pages/${name}.html`);
  if (name !== 'changelog') return fragment;
  return fillIn(fragment, { changelog: renderChangelog(await readText('../CHANGELOG.md'), tag) });
}

function renderNavigation(current: PageName, { words, root }: Edition): string {
  return PAGES.map((name) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(root, name)}"${mark}>${escapeHtml(words.site[name].name)}</a></li>`;
  }).join('\n            ');
}

async function buildStyle(): Promise<string> {
  const sheets = await Promise.all([readText('../web/styles/tokens.css'), readText('./site.css')]);
  return sheets.join('\n');
}

async function readFooter(): Promise<string> {
  const manifest: unknown = JSON.parse(await readText('../package.json'));
  const { version } = v.parse(v.object({ version: v.string() }), manifest);
  return `Checklist © 2025 • v${version}`;
}

function readText(path: string): Promise<string> {
  return readFile(resolve(path), 'utf8');
}

/** The address of a file, relative to this one. */
const resolve = (path: string): URL => new URL(path, import.meta.url);

function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template's placeholder '${name}' has no value`);
    return value;
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const escapeAll = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)]));
