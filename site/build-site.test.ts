/** Checks the public pages: required parts, no scripts, no external resources, no broken links. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { messages } from '#web/messages/messages.ts';
import { buildSite, fillInAppPage } from './build-site.ts';

await speakEnglish();

const files = await buildSite();
const pages = files.filter(({ path }) => path.endsWith('.html'));
const addresses = new Map(pages.map((page) => [`/${page.path.replace(/index\.html$/, '')}`, page]));
/** Paths that the app serves itself; the icons are in its public folder. */
const appAddresses = new Set(['/', '/icons/icon.svg', '/icons/apple-touch-icon.png', '/site/site.css']);

function findAll(content: string, pattern: RegExp): readonly string[] {
  return [...content.matchAll(pattern)].map((match) => match[1] ?? '');
}

/** The path to which an address in a file leads. */
function resolveFrom(path: string, to: string): string {
  const { pathname, hash } = new URL(to, `http://app.invalid/${path.replace(/index\.html$/, '')}`);
  return pathname + hash;
}

test('[W4] the site is a product page, Help, About Us, Changelog, the manifest and one stylesheet', () => {
  expect(files.map(({ path }) => path)).toEqual([
    'site/index.html',
    'site/help/index.html',
    'site/about/index.html',
    'site/changelog/index.html',
    'manifest.webmanifest',
    'site/site.css',
  ]);
});

test('[W5] the greeting of the app’s page has the same words as the screen that follows, in the language of the page', async () => {
  const page = await fillInAppPage(await readFile(new URL('../web/index.html', import.meta.url), 'utf8'));
  const greeting = /class="greeting">([^]*?)<\/div>/u
    .exec(page)?.[1]
    ?.replaceAll(/(?:<[^>]*>|\s)+/gu, ' ')
    .trim();
  expect(greeting).toBe(`${messages.product} ${messages.promise}`);
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/u);
  expect(page).not.toMatch(/\{\{|\}\}/u);
});

test('every address is relative, so that the same files work under any path', () => {
  const found = files.flatMap(({ path, content }) =>
    findAll(content, /(?:(?:href|src)=|: )"([^"]*\/[^"]*)"/g)
      .filter((to) => !/^(?:https:\/\/|image\/|multipart\/)/u.test(to))
      .map((to) => ({ path, to })),
  );
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ to }) => !/^\.\.?\//u.test(to))).toEqual([]);
  const manifest = files.find(({ path }) => path === 'manifest.webmanifest')?.content ?? '';
  expect(JSON.parse(manifest)).toMatchObject({ start_url: './', scope: './' });
});

test('the stylesheet starts with the app’s tokens and loads nothing else', () => {
  const style = files.find(({ path }) => path === 'site/site.css')?.content ?? '';
  expect(style).toContain('--accent:');
  expect(style).toContain('.hero');
  expect(style).not.toMatch(/@import|url\(/);
});

test('the changelog page shows the current release with its date', () => {
  const content = addresses.get('/site/changelog/')?.content;
  expect(content).toContain('<h2 id="v1.0.1">1.0.1 <time datetime="2026-11-21">November 21, 2026</time></h2>');
});

test('[A3] About Us explains how to delete an account, with the labels of the app', () => {
  const content = addresses.get('/site/about/')?.content;
  expect(content).toContain(messages.remove.open);
  expect(content).toContain(messages.myData.download);
  expect(content).not.toContain('cannot yet be deleted');
});

describe.each(pages)('$path', ({ path, content }) => {
  test('has a title, a description, a language and one first heading', () => {
    expect(content).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(findAll(content, /<title>([^<]+)<\/title>/g)).toHaveLength(1);
    expect(findAll(content, /<meta name="description" content="([^"]+)"/g)).toHaveLength(1);
    expect(findAll(content, /<meta name="(viewport)"/g)).toHaveLength(1);
    expect(findAll(content, /<(h1)[\s>]/g)).toHaveLength(1);
  });

  test('[W1] ends with the footer, word for word', () => {
    expect(findAll(content, /<footer[^>]*>\s*<p[^>]*>([^<]*)<\/p>\s*<\/footer>/g)).toEqual([
      'Checklist © 2025 • v1.0.1',
    ]);
  });

  test('has no script, no inline style and no external resource', () => {
    expect(content).not.toMatch(/<script|<style|<iframe|javascript:|\son\w+=|\sstyle=/i);
    expect(
      findAll(content, /<(?:link|img)[^>]*\s(?:href|src)="([^"]*)"/g).filter(
        (to) => !/^(?:\.\.\/)+(?:icons|site)\//u.test(to),
      ),
    ).toEqual([]);
  });

  test('leaves no placeholder unfilled', () => {
    expect(content).not.toMatch(/\{\{|\}\}/);
  });

  test('has no duplicate ids', () => {
    const ids = findAll(content, /\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('marks its own link in the navigation', () => {
    const own = `/${path.replace(/index\.html$/, '')}`;
    expect(findAll(content, /<a href="([^"]*)" aria-current="page"/g).map((to) => resolveFrom(path, to))).toEqual([
      own,
    ]);
  });

  test('links only to pages and anchors that exist', () => {
    const links = findAll(content, /\shref="([^"]*)"/g).filter((to) => !to.startsWith('https://'));
    expect(links.filter((link) => !leadsSomewhere(resolveFrom(path, link)))).toEqual([]);
  });
});

function leadsSomewhere(link: string): boolean {
  const [address = '', anchor] = link.split('#');
  if (anchor === undefined) return addresses.has(address) || appAddresses.has(address);
  return addresses.get(address)?.content.includes(`id="${anchor}"`) ?? false;
}
