/** Builds the public pages (product site, Help, About Us, Changelog) from their fragments, as plain files. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { renderChangelog } from './render-changelog.ts';

export type SiteFile = { readonly path: string; readonly content: string };

type Page = {
  readonly address: string;
  readonly fragment: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
};

const pages: readonly Page[] = [
  {
    address: '/site/',
    fragment: 'product',
    name: 'Overview',
    title: 'Checklist: one thumb, no signal, nothing lost',
    description:
      'A grocery shopping list that works offline and syncs across your devices. One thumb, no signal, nothing lost.',
  },
  {
    address: '/site/help/',
    fragment: 'help',
    name: 'Help',
    title: 'Help – Checklist',
    description: 'How to add and check off items, save and print lists, use Shop mode, and manage your account.',
  },
  {
    address: '/site/about/',
    fragment: 'about',
    name: 'About Us',
    title: 'About Us – Checklist',
    description: 'Who makes Checklist and why, what an account stores, and how to delete your data.',
  },
  {
    address: '/site/changelog/',
    fragment: 'changelog',
    name: 'Changelog',
    title: 'Changelog – Checklist',
    description: 'What’s new in each version of Checklist.',
  },
];

/** Builds all pages and their stylesheet. Returns files by path, relative to the app's root. */
export async function buildSite(): Promise<readonly SiteFile[]> {
  const [layout, footer, style] = await Promise.all([readText('./layout.html'), readFooter(), buildStyle()]);
  const files = await Promise.all(
    pages.map(async (page) => ({
      path: `${page.address.slice(1)}index.html`,
      content: fillIn(layout, {
        title: escapeHtml(page.title),
        description: escapeHtml(page.description),
        navigation: renderNavigation(page),
        main: await renderMain(page),
        footer: escapeHtml(footer),
      }),
    })),
  );
  return [...files, { path: 'site/site.css', content: style }];
}

async function renderMain(page: Page): Promise<string> {
  const fragment = await readText(`./pages/${page.fragment}.html`);
  if (page.fragment !== 'changelog') return fragment;
  return fillIn(fragment, { changelog: renderChangelog(await readText('../CHANGELOG.md')) });
}

function renderNavigation(current: Page): string {
  return pages
    .map((page) => {
      const mark = page === current ? ' aria-current="page"' : '';
      return `<li><a href="${page.address}"${mark}>${escapeHtml(page.name)}</a></li>`;
    })
    .join('\n            ');
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
  return readFile(new URL(path, import.meta.url), 'utf8');
}

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
