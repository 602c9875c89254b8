/** The hashes by which a Content-Security-Policy allows exactly the inline scripts and styles a page was built with. */
import { createHash } from 'node:crypto';
import type { InlineHashes } from '#server/http/security-headers.ts';

/** Takes the text of a page. Gives the source expressions of its inline scripts and styles, each once. */
export function findInlineHashes(html: string): InlineHashes {
  const inline = [...html.matchAll(inlineElements)].map(readElement);
  return { scripts: hashAll(inline, 'script'), styles: hashAll(inline, 'style') };
}

// Comments are matched too, and first, so that a tag that is only spoken of does not swallow a real one.
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
  // A browser hashes what its parser has read, and the parser reads every line end as \n.
  const read = content.replaceAll(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(read).digest('base64')}'`;
}
