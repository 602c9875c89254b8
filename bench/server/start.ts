/** Start time on an existing database, and memory of an idle server. */
import { setTimeout as wait } from 'node:timers/promises';
import { median, toRow, type Row } from '#bench/row.ts';
import { createServerProcess } from '#test/servers/server-process.ts';

const STARTS = 5;

/** Measures the built app with the flags of `npm start`, on its private Postgres. */
export async function measureStart(): Promise<readonly Row[]> {
  const server = await createServerProcess();
  await server.start();
  const times: number[] = [];
  const megabytes: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    await server.stop();
    times.push(await server.start());
    await wait(1500);
    megabytes.push(await server.memory());
  }
  await server.close();
  return [
    toRow({ name: 'start on an existing database', ours: median(times), unit: 'ms', limit: 1500 }),
    toRow({ name: 'start, memory at rest', ours: median(megabytes), unit: 'MB', limit: 110 }),
  ];
}
