/** How the web app is built: one page, React in a chunk of its own, the public pages, the service worker last. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstScript } from './scripts/first-script-plugin.ts';
import { inlineStyles } from './scripts/inline-styles-plugin.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { site } from './site/vite-plugin.ts';

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [
    react({ compiler: { compilationMode: 'annotation' } }),
    site(),
    inlineStyles(['--mark']),
    firstScript('web/sign-in/signed-out.tsx'),
    serviceWorker('web/service-worker/service-worker.ts'),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What the first load needs is one file, though chunks that come later use some of it, too.
            { name: 'index', tags: ['$initial'] },
            // What the sign-in screens share with the dialogs: one file. The catalogue is for the first list only.
            {
              name: 'shared',
              test: /web\/(ui|shopper\/(?!catalogue)|messages|auth)|core\/account\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
