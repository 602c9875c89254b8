/** The whole simulation in memory, with rules that can be switched off; it throws where a promise of the sync is broken. */
import { createDeviceDouble } from './device-double.ts';
import { DEVICES } from './events.ts';
import type { Event } from './events.ts';
import type { Rules } from './rules.ts';
import { createServerDouble } from './server-double.ts';
import { play } from './world.ts';

/**
 * Plays a history and brings it to rest.
 * @returns the server's rows as text, which are everybody's
 * @throws an Error that names the promise which was broken
 */
export async function simulate(events: readonly Event[], rules: Rules): Promise<readonly string[]> {
  const server = createServerDouble(rules);
  const devices = Array.from({ length: DEVICES }, (_, at) => createDeviceDouble(`device ${at}`, server, rules));
  await play({ server, devices }, events);
  const rows = await server.rows();
  const truth = rows.join('\n');
  for (const [at, device] of devices.entries()) {
    device.judge();
    const mine = (await device.rows()).join('\n');
    if (mine !== truth) throw new Error(`Device ${at} shows\n${mine}\nthe server has\n${truth}`);
  }
  return rows;
}
