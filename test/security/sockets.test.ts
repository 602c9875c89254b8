/** Many sockets of one visitor behind a proxy, against the server as a program. */
import { once } from 'node:events';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { requestUpgrade } from '#server/realtime/testing/raw-client.ts';
import { createServerPrograms, type ServerPrograms } from '#server/testing/server-programs.ts';
import { createTestUrl } from '#server/testing/test-database.ts';
import { writeSampleWebRoot, type SampleWebRoot } from '#server/testing/sample-web-root.ts';

let programs: ServerPrograms;
let sample: SampleWebRoot;
let address = '';
let query = '';
const sockets: WebSocket[] = [];

beforeAll(async () => {
  sample = await writeSampleWebRoot();
  const { folder } = sample;
  programs = createServerPrograms({ WEB_DIR: folder, DATA_DIR: folder, TRUST_PROXY: '127.0.0.1, ::1' });
  const started = await programs.start({ DATABASE_URL: await createTestUrl() });
  const config: unknown = await (await fetch(`${started.address}/config.json`)).json();
  query = `apikey=${v.parse(v.object({ anonKey: v.string() }), config).anonKey}&vsn=2.0.0`;
  address = `${started.address.replace('http', 'ws')}/realtime/v1`;
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await programs.end();
  await sample.remove();
});

const as = (visitor: string) => ({ 'x-forwarded-for': `made up, ${visitor}` });

test('[wire] a client has at most a hundred sockets, counted by the address from the proxy', async () => {
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = new WebSocket(`${address}/websocket?${query}`, { headers: as('203.0.113.9') });
      sockets.push(socket);
      await once(socket, 'open');
    }),
  );
  expect((await requestUpgrade(address, query, as('203.0.113.9')))[0]).toBe(429);
  expect((await requestUpgrade(address, query, as('203.0.113.10')))[0]).toBe(101);
});
