/** Puts the page's own style sheet into the page: one round trip to the first paint (architecture section 6). */
import type { Plugin, Rolldown } from 'vite';

const LINK = /\s*<link rel="stylesheet"[^>]*href="\/(?<file>[^"]+)"[^>]*>/u;

export function inlineStyles(): Plugin {
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
        Reflect.deleteProperty(bundle, file);
        forgetSheet(bundle, file);
        // The sheet's text must not be read as a replacement pattern.
        return html.replace(LINK, () => `\n    <style>${String(asset.source)}</style>`);
      },
    },
  };
}

/** Whoever imports a chunk lazily asks for its sheets first, and would ask for this one. */
function forgetSheet(bundle: Rolldown.OutputBundle, sheet: string): void {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk') output.viteMetadata?.importedCss.delete(sheet);
  }
}
