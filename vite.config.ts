/** Builds the web app: one page, React in a separate chunk, the public pages, and the service worker last. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { FALLBACK } from '#languages/languages.ts';
import { CLASS_NAMES } from './scripts/class-names.ts';
import { firstScript } from './scripts/first-script-plugin.ts';
import { inlineStyles } from './scripts/inline-styles-plugin.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { site } from './site/vite-plugin.ts';

const messagesOf = (part: string): string => `languages/${FALLBACK.tag}/messages/${part}.ts`;

export default defineConfig({
  root: 'web',
  // One build serves every BASE_PATH, because its addresses are relative.
  base: './',
  publicDir: 'public',
  plugins: [
    react({ compiler: { compilationMode: 'annotation' } }),
    site(),
    inlineStyles(['--swatch']),
    firstScript({
      script: 'web/first-screen/first-script.ts',
      signedIn: ['web/deferred-parts.tsx', messagesOf('signed-in')],
      signedOut: ['web/signed-out.tsx', messagesOf('signed-out')],
      card: 'web/sign-in/screen/sign-in-card.tsx',
    }),
    serviceWorker({
      worker: 'web/service-worker/service-worker.ts',
      firstScreen: 'web/first-screen/show-first-screen.ts',
    }),
  ],
  css: CLASS_NAMES,
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // On a slow computer, `npm start` would print the times of the plugins.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // One file for the first load, including what later chunks share with it.
            { name: 'index', tags: ['$initial'] },
            // One file for what the sign-in screens share with the list and the dialogs, so that they do not load the list.
            {
              name: 'shared',
              test: /web\/(ui|auth|first-screen\/(take-over|host)|shown-list\/use-pending-invitation)|core\/account\//,
              minShareCount: 2,
            },
            // One file for what the parts that follow the list share of the core, without what only few starts need.
            {
              name: 'core',
              test: /\/core\/(?!catalogue\/common-names|copy\/|list-text\/|trip\/)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
