/** The devices of the soak test and of the sync benchmark still run what the app runs. */
import { expect, test, vi } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { createServerProcess } from '#test/servers/server-process.ts';
import type { Device } from './device-process.ts';
import { compare } from './find-differences.ts';
import { readServerRows } from './read-server-rows.ts';
import { startRpcProcess } from './rpc-process.ts';
import { createEmptyApp } from './stack.ts';

const CREDENTIALS = { email: 'shopper@example.org', password: 'pear7tree' };
const MODULE = new URL('device-process.ts', import.meta.url);

test('[arch-7] simulated devices sign up, sign in and shop, and match the server afterwards', async () => {
  const app = await createEmptyApp();
  const server = await createServerProcess({ DATABASE_URL: await createTestUrl(), WEB_DIR: app.folder });
  await server.start();
  const devices = [1, 2].map(() => startRpcProcess<Device>(MODULE, [server.address]));
  try {
    for (const [at, device] of devices.entries()) {
      await device.call('enter', { ...CREDENTIALS, isNew: at === 0 });
      await device.call('open');
    }
    for (const [at, device] of devices.entries()) await device.call('shop', at + 1);
    await vi.waitFor(
      async () => {
        const rows = await readServerRows(server.address, CREDENTIALS);
        expect(rows.length).toBeGreaterThan(0);
        for (const device of devices) {
          const { waiting, isComplete, lines } = await device.call('describe');
          expect({ waiting, isComplete }).toEqual({ waiting: 0, isComplete: true });
          expect(compare(rows, { name: 'device', lines })).toEqual([]);
        }
      },
      { timeout: 30_000, interval: 100 },
    );
  } finally {
    await Promise.all(devices.map((device) => device.end()));
    await server.close();
    await app.remove();
  }
});
