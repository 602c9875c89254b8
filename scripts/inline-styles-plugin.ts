/** Puts the page's own style sheet into the page: one round trip to the first paint (architecture section 6). */
import type { Plugin, Rolldown } from 'vite';

const LINK = /\s*<link rel="stylesheet"[^>]*href="\/(?<file>[^"]+)"[^>]*>/u;

/**
 * What has no fallback may come to the sheet from a script only: a token that nobody declares, or a later sheet, would be
 * missing without a word, so that ends the build.
 */
export function inlineStyles(setByScripts: readonly string[] = []): Plugin {
  return {
    name: 'checklist-inline-styles',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const file = LINK.exec(html)?.groups?.['file'] ?? '';
        const asset = bundle[file];
        if (asset?.type !== 'asset') return html;
        const sheet = String(asset.source);
        const missing = findMissingTokens(sheet, setByScripts);
        if (missing.length > 0) throw new Error(`The page's own style sheet lacks ${missing.join(', ')}.`);
        Reflect.deleteProperty(bundle, file);
        forgetSheet(bundle, file);
        // The sheet's text must not be read as a replacement pattern.
        return html.replace(LINK, () => `\n    <style>${sheet}</style>`);
      },
    },
  };
}

/** A lazy import requests the sheets of its chunk first, and would request this one too. */
function forgetSheet(bundle: Rolldown.OutputBundle, sheet: string): void {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk') output.viteMetadata?.importedCss.delete(sheet);
  }
}

/** The custom properties that a sheet uses without a fallback, and neither it nor a script declares. */
function findMissingTokens(sheet: string, setByScripts: readonly string[]): readonly string[] {
  const used = [...sheet.matchAll(/var\((?<name>--[\w-]+)\)/gu)].map(({ groups }) => groups?.['name'] ?? '');
  return [...new Set(used)].filter((name) => !sheet.includes(`${name}:`) && !setByScripts.includes(name));
}
