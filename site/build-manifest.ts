/** Builds the web app manifest in a language. */
import type { PageWords } from '#languages/language.ts';

type ManifestParts = { readonly tag: string; readonly words: PageWords };

/** Returns the manifest as JSON. Its id is its `start_url`, which is the same in every language, so that an installed app stays the same one. */
export function buildManifest({ tag, words }: ManifestParts): string {
  const manifest = {
    name: 'Checklist',
    short_name: 'Checklist',
    description: words.description,
    lang: tag,
    dir: 'auto',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    categories: ['shopping', 'food', 'lifestyle', 'productivity'],
    icons: ICONS,
    shortcuts: [
      { ...words.shortcuts.add, url: '/?do=add', icons: [shortcutIcon('add')] },
      { ...words.shortcuts.shop, url: '/?do=shop', icons: [shortcutIcon('shop')] },
    ],
    screenshots: [
      { ...screenshot('list-phone', '780x1688'), form_factor: 'narrow', label: words.screenshots.phone },
      { ...screenshot('list-wide', '2560x1600'), form_factor: 'wide', label: words.screenshots.wide },
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text' },
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const ICONS = [
  { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const shortcutIcon = (name: string) => ({
  src: `/icons/shortcut-${name}.png`,
  sizes: '96x96',
  type: 'image/png',
});

const screenshot = (name: string, sizes: string) => ({ src: `/screenshots/${name}.png`, sizes, type: 'image/png' });
