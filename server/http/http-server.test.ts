/** The HTTP server before and after the app is ready. */
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';

test('a browser that opens the app while the server starts reloads the page', async () => {
  const { server, setHandlers } = createHttpServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const early = await fetch(`http://127.0.0.1:${port}/`);
  expect([early.status, early.headers.get('refresh')]).toEqual([503, '1']);
  setHandlers({ fetch: () => new Response('ready'), upgrade: () => false });
  const later = await fetch(`http://127.0.0.1:${port}/`);
  expect([await later.text(), later.headers.get('refresh')]).toEqual(['ready', null]);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});
