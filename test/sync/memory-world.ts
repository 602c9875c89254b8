/** The whole simulation in memory, with rules that can be switched off. It throws if the sync breaks a guarantee. */
import { createDeviceDouble } from './device-double.ts';
import { DEVICES, type Event } from './events.ts';
import type { Rules } from './rules.ts';
import { createServerDouble } from './server-double.ts';
import { play } from './world.ts';

/**
 * Plays a history until nothing is left to do.
 * @returns the server's rows as strings, which every device shows
 * @throws an error that names the broken guarantee
 */
export async function simulate(events: readonly Event[], rules: Rules): Promise<readonly string[]> {
  const server = createServerDouble(rules);
  const devices = Array.from({ length: DEVICES }, (_, at) => createDeviceDouble(`device ${at}`, server, rules));
  await play({ server, devices }, events);
  const rows = await server.rows();
  const expected = rows.join('\n');
  for (const [at, device] of devices.entries()) {
    device.checkEnd();
    const mine = (await device.rows()).join('\n');
    if (mine !== expected) throw new Error(`Device ${at} shows\n${mine}\nthe server has\n${expected}`);
  }
  return rows;
}
