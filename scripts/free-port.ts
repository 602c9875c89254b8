/** For tests and benchmarks that start a server process: a free port, and whether a server answers there. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns an unused loopback port; each call returns a different one. */
export async function findFreePort(): Promise<number> {
  const finder = createServer();
  finder.listen(0, '127.0.0.1');
  await once(finder, 'listening');
  const found = finder.address();
  finder.close();
  await once(finder, 'close');
  if (found === null || typeof found === 'string') throw new Error('The server has no port.');
  return found.port;
}

/** Whether a healthy server answers at an address. */
export const isHealthy = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
