/** How the web app is built: one page, React in a chunk of its own, the public pages, the service worker last. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineStyles } from './scripts/inline-styles-plugin.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { site } from './site/vite-plugin.ts';

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [
    react({ compiler: { compilationMode: 'annotation' } }),
    site(),
    inlineStyles(),
    serviceWorker('web/service-worker/service-worker.ts'),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
    },
  },
});
