/** Finding the inline scripts and styles of a page. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findInlineHashes } from './web-root.ts';

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

test('a page without inline code has no hashes', () => {
  expect(findInlineHashes('<p>milk</p><script src="/a.js"></script>')).toEqual({ scripts: [], styles: [] });
});

test('inline code is found in any case and with any attributes, and each text once', () => {
  const html = `<SCRIPT type="module" data-note="a > b">one()</SCRIPT ><script>one()</script><style media=print>p{}</style>`;
  expect(findInlineHashes(html)).toEqual({ scripts: [hash('one()')], styles: [hash('p{}')] });
});

test('line ends are hashed as a browser reads them', () => {
  expect(findInlineHashes('<script>a\r\nb\rc\n</script>').scripts).toEqual([hash('a\nb\nc\n')]);
});

test('a comment hides only its own content', () => {
  const html = '<!-- <script>never()</script> <style> --><script>real()</script>';
  expect(findInlineHashes(html)).toEqual({ scripts: [hash('real()')], styles: [] });
});

test('a script that mentions a style is one script', () => {
  expect(findInlineHashes('<script>"<style>x</style>"</script>')).toEqual({
    scripts: [hash('"<style>x</style>"')],
    styles: [],
  });
});
