/** For tests and benchmarks that start a server as a program: where it can listen, and whether it does. */
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
  if (found === null || typeof found === 'string') throw new Error('A port was expected.');
  return found.port;
}

/** Whether a server answers there, and is well. */
export const isThere = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
