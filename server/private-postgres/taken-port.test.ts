/** The start of the private Postgres while another program takes the port that was free. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createServerPrograms } from '#server/testing/server-programs.ts';
import { startPrivatePostgres } from './private-postgres.ts';

/** A port that is taken; the first search for a free one finds it. */
const taken = vi.hoisted(() => ({ port: 0, found: 0 }));

vi.mock('node:net', async (load) => {
  const original = await load<{ readonly createServer: typeof createServer }>();
  return {
    ...original,
    createServer: () => {
      const server = original.createServer();
      const readAddress = server.address.bind(server);
      server.address = () => {
        const address = readAddress();
        if (taken.port === 0 || typeof address !== 'object' || address === null || address.address !== '127.0.0.1')
          return address;
        taken.found += 1;
        return taken.found > 1 ? address : { ...address, port: taken.port };
      };
      return server;
    },
  };
});

test('[arch-5] if another program takes the free port first, the database starts on another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  taken.port = typeof address === 'object' && address !== null ? address.port : 0;
  const programs = createServerPrograms({});
  const started = await startPrivatePostgres(await programs.makeFolder());
  try {
    expect(started).toMatchObject({ ok: true });
    expect(taken.found).toBe(2);
  } finally {
    if (started.ok) await started.value.stop();
    other.close();
    await programs.end();
  }
});
