/** Adds the words of the app's page, the public pages and the manifest to Vite: emitted in a build, served from memory during development. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { buildSite, fillInAppPage } from './build-site.ts';

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly next: Connect.NextFunction;
};

/** Creates the plugin. The pages are under `/site/`. */
export function site(): Plugin {
  return {
    name: 'checklist-site',
    transformIndexHtml: { order: 'pre', handler: fillInAppPage },
    async generateBundle() {
      for (const { path, content } of await buildSite()) {
        this.emitFile({ type: 'asset', fileName: path, source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => void servePage({ request, response, next }));
    },
  };
}

/** Builds the page for each request, so that an edit shows on reload. */
async function servePage({ request, response, next }: Exchange): Promise<void> {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = `${pathname.slice(1)}${pathname.endsWith('/') ? 'index.html' : ''}`;
    if (!/^(?:[a-z-]+\/)?(?:site\/|manifest)/u.test(path)) return next();
    const file = (await buildSite()).find((candidate) => candidate.path === path);
    if (file === undefined) return next();
    response.setHeader('content-type', typeOf(path));
    response.end(file.content);
  } catch (error) {
    next(error);
  }
}

const typeOf = (path: string): string =>
  path.endsWith('.css')
    ? 'text/css'
    : path.endsWith('.webmanifest')
      ? 'application/manifest+json'
      : 'text/html; charset=utf-8';
