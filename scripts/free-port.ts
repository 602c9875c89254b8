/** For tests and benchmarks that start a server process: a free port, and whether a server answers there. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems use higher ports for outgoing connections, which could take the port before the server listens, or while it restarts. */
const [FIRST, LAST] = [10_000, 30_000];

/** Returns a random unused loopback port. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const finder = createServer();
  finder.listen(port, '127.0.0.1');
  try {
    await once(finder, 'listening');
  } catch {
    return false;
  }
  finder.close();
  await once(finder, 'close');
  return true;
}

/** Whether a healthy server answers at an address. */
export const isHealthy = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
