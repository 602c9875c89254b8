/** The addresses of the public pages, by default and by the settings of the build. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { readLinks } from './app-menu-entries.tsx';

await speakEnglish();

const DEFAULTS = { site: './site/', help: './site/help/', about: './site/about/', changelog: './site/changelog/' };

test('[W4] without settings the links lead to the pages that ship with the app', () => {
  expect(readLinks({})).toEqual(DEFAULTS);
});

test('[W4] each address has a separate setting', () => {
  expect(
    readLinks({
      VITE_SITE_URL: 'https://example.org/',
      VITE_HELP_URL: 'https://example.org/help',
      VITE_ABOUT_URL: 'https://example.org/about',
      VITE_CHANGELOG_URL: 'https://example.org/changes',
    }),
  ).toEqual({
    site: 'https://example.org/',
    help: 'https://example.org/help',
    about: 'https://example.org/about',
    changelog: 'https://example.org/changes',
  });
  expect(readLinks({ VITE_HELP_URL: 'https://example.org/help' })).toEqual({
    ...DEFAULTS,
    help: 'https://example.org/help',
  });
});

test.each(['', undefined, true, 7])('[W4] %j is not an address, so the default is used', (value) => {
  expect(readLinks({ VITE_SITE_URL: value })).toEqual(DEFAULTS);
});
