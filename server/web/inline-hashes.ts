/** Hashes of a page's inline scripts and styles, so that a Content-Security-Policy can allow exactly those. */
import { createHash } from 'node:crypto';
import type { InlineHashes } from '#server/http/security-headers.ts';

/** Returns the CSP source expressions of a page's inline scripts and styles, each once. */
export function findInlineHashes(html: string): InlineHashes {
  const inline = [...html.matchAll(inlineElements)].map(readElement);
  return { scripts: hashAll(inline, 'script'), styles: hashAll(inline, 'style') };
}

// Comments are matched first, so that a tag mentioned in a comment does not swallow a real one.
const inlineElements =
  /<!--[^]*?-->|<(?<name>script|style)\b(?<attributes>(?:"[^"]*"|'[^']*'|[^'">])*)>(?<content>[^]*?)<\/\k<name>\s*>/gi;

type Element = { readonly name: string; readonly content: string };

function readElement({ groups }: RegExpMatchArray): Element {
  const { name = 'comment', attributes = '', content = '' } = groups ?? {};
  const isElsewhere = /\ssrc\s*=/i.test(attributes);
  return { name: isElsewhere ? 'file' : name.toLowerCase(), content };
}

function hashAll(elements: readonly Element[], name: string): readonly string[] {
  return [...new Set(elements.filter((element) => element.name === name).map(({ content }) => hashInline(content)))];
}

function hashInline(content: string): string {
  // A browser hashes the parsed text, in which every line end is \n.
  const read = content.replaceAll(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(read).digest('base64')}'`;
}
