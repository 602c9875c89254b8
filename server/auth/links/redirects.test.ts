/** Allowed redirect addresses, and tricks that must not bypass them. */
import { expect, test } from 'vitest';
import { addToFragment, addToQuery, chooseRedirect } from '#server/auth/links/redirects.ts';

const siteUrl = 'https://list.example.org';
const redirectUrls = [
  'http://localhost:5173',
  'https://example.net/app/',
  'https://*.preview.example.net/**',
  'myapp://callback',
  'https://one.example.com/*/done',
];
const choose = (requested: string): string => chooseRedirect({ siteUrl, redirectUrls }, requested);

test('[wire] the site itself is allowed with any path and query', () => {
  for (const address of ['https://list.example.org/reset?sb_flow_id=1', 'https://list.example.org/#/reset']) {
    expect(choose(address)).toBe(address);
  }
  expect(choose('')).toBe(siteUrl);
});

test('[P10] under a path, only that path is the site, because a link carries a session', () => {
  const below = (requested: string): string =>
    chooseRedirect({ siteUrl: 'https://home.example/checklist', redirectUrls: [] }, requested);
  for (const address of ['https://home.example/checklist', 'https://home.example/checklist/?sb_flow_id=1']) {
    expect(below(address)).toBe(address);
  }
  for (const address of ['', '/', '/wiki/', '/checklists/', '/checklist/../wiki/', '/checklist/%2e%2e/wiki/']) {
    expect(below(`https://home.example${address}`)).toBe('https://home.example/checklist');
  }
});

test('[wire] an allowed address allows the paths below it, and a pattern its matches', () => {
  const addresses = [
    'http://localhost:5173/reset',
    'https://example.net/app',
    'https://example.net/app/deep?x=1',
    'https://feature-1.preview.example.net/a/b',
    'myapp://callback',
    'myapp://callback/reset',
    'https://one.example.com/two/done',
  ];
  for (const address of addresses) expect(choose(address).replace(/\/$/, '')).toBe(address);
});

test('[wire] no trick redirects to another site', () => {
  const tricks = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'evil',
    'https://list.example.org@evil.example/',
    'https://list.example.org:pw@evil.example/',
    'https://user@list.example.org/',
    'https://list.example.org.evil.example/',
    'https://evil.example/https://list.example.org',
    'https://evil.example\\@list.example.org/',
    'https:\\\\evil.example',
    'https://list.example.org\n.evil.example',
    ' https://evil.example',
    'http://list.example.org/',
    'https://list.example.org:8443/',
    'http://localhost:51730/',
    'http://localhost/',
    'https://example.net/application',
    'https://example.net/app/../elsewhere',
    'https://evil.example/.preview.example.net/x',
    'https://evil.example?.preview.example.net/x',
    'https://evil.example#.preview.example.net/x',
    'https://a.b.preview.example.net/x',
    'https://preview.example.net/x',
    'https://one.example.com/a/b/done',
    'myapp://elsewhere',
    'other://callback',
    'javascript:alert(1)',
    'javascript://list.example.org/%0aalert(1)',
    'data:text/html,x',
    `https://list.example.org/${'x'.repeat(3000)}`,
  ];
  for (const trick of tricks) expect([trick, choose(trick)]).toEqual([trick, siteUrl]);
});

test('[wire] parameters are added to the existing ones', () => {
  expect(addToQuery('https://a.org/x?flow=1&code=old#top', { code: 'n&w' })).toBe(
    'https://a.org/x?flow=1&code=n%26w#top',
  );
  expect(addToFragment('https://a.org/x?flow=1#old', { error: 'a b' })).toBe('https://a.org/x?flow=1#error=a+b');
});
