/** For tests: serves a fake provider on a free port of loopback. */
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

export type Served = { readonly origin: string; readonly close: () => void };

export async function serve(app: Hono): Promise<Served> {
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  return { origin, close: () => void server.close() };
}
