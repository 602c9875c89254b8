/** How the web app is built: one page, React in a chunk of its own, the public pages, the service worker last. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { ResolveModulePreloadDependenciesFn } from 'vite';
import { createClassNames } from './scripts/class-names.ts';
import { firstScript } from './scripts/first-script-plugin.ts';
import { inlineClassNames } from './scripts/inline-class-names-plugin.ts';
import { inlineStyles } from './scripts/inline-styles-plugin.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { site } from './site/vite-plugin.ts';

/** The page has asked for these two itself: no script has to name them again. */
const PRELOADED = /\/(?:react|rolldown-runtime)-/u;

const resolveDependencies: ResolveModulePreloadDependenciesFn = (_, files, { hostType }) =>
  hostType === 'html' ? files : files.filter((file) => !PRELOADED.test(file));

export default defineConfig(({ command }) => ({
  root: 'web',
  publicDir: 'public',
  plugins: [
    react({ compiler: { compilationMode: 'annotation' } }),
    site(),
    inlineClassNames(),
    inlineStyles(['--mark']),
    firstScript('web/signed-out.tsx'),
    serviceWorker('web/service-worker/service-worker.ts'),
  ],
  // While one develops, a class is called as it is written.
  css: { modules: { generateScopedName: command === 'build' ? createClassNames('web') : '[name]-[local]' } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false, resolveDependencies },
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What the first load needs is one file, though chunks that come later use some of it, too.
            { name: 'index', tags: ['$initial'] },
            // A browser asks for six files at a time; without this the screens before the list are ten.
            {
              name: 'shared',
              test: /web\/(ui|shopper\/(?!catalogue)|messages|entry)|core\/account\//,
              minShareCount: 2,
            },
            // Small ones: each name costs the first load more than what it may be spared.
            { name: 'copies', test: /core\/(copy|catalogue)\//, minShareCount: 2 },
            { name: 'records', test: /device\/(database|backend)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
}));
