/** Adds the public pages to Vite: emitted with the app in a build, served from memory during development. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { buildSite } from './build-site.ts';

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly next: Connect.NextFunction;
};

/** Creates the plugin. The pages are under `/site/`. */
export function site(): Plugin {
  return {
    name: 'checklist-site',
    async generateBundle() {
      for (const { path, content } of await buildSite()) {
        this.emitFile({ type: 'asset', fileName: path, source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use('/site', (request, response, next) => void servePage({ request, response, next }));
    },
  };
}

/** Builds the page for each request, so that an edit shows on reload. */
async function servePage({ request, response, next }: Exchange): Promise<void> {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = `site${pathname}${pathname.endsWith('/') ? 'index.html' : ''}`;
    const file = (await buildSite()).find((candidate) => candidate.path === path);
    if (file === undefined) return next();
    response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8');
    response.end(file.content);
  } catch (error) {
    next(error);
  }
}
