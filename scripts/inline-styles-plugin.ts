/** Inlines the page's style sheet, so that the first paint takes one round trip (architecture section 6). */
import type { Plugin, Rolldown } from 'vite';

const LINK = /\s*<link rel="stylesheet"[^>]*href="\.\/(?<file>[^"]+)"[^>]*>/u;

/**
 * The build fails if the sheet uses a token without a fallback that neither the sheet nor a script declares, because the
 * token would be silently missing at the first paint.
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
        // A function, because a string would be read as a replacement pattern.
        return html.replace(LINK, () => `\n    <style>${sheet}</style>`);
      },
    },
  };
}

/** Removes the inlined sheet from the lists of sheets that lazy imports request. */
function forgetSheet(bundle: Rolldown.OutputBundle, sheet: string): void {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk') output.viteMetadata?.importedCss.delete(sheet);
  }
}

/** The custom properties that a sheet uses without a fallback, and that neither the sheet nor a script declares. */
function findMissingTokens(sheet: string, setByScripts: readonly string[]): readonly string[] {
  const used = [...sheet.matchAll(/var\((?<name>--[\w-]+)\)/gu)].map(({ groups }) => groups?.['name'] ?? '');
  return [...new Set(used)].filter((name) => !sheet.includes(`${name}:`) && !setByScripts.includes(name));
}
