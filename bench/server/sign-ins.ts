/** The cost of a sign-up. Most of it is the password hash, which is expensive on purpose. */
import { setTimeout as wait } from 'node:timers/promises';
import { signUp } from '#bench/load/sign-up.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfServer } from './cpu-time.ts';

const ACCOUNTS = 30;

/** Signs up new accounts one after the other. */
export async function measureSignIns({ server }: Stack): Promise<readonly Row[]> {
  await signUp(server.address);
  const clock = await cpuOfServer();
  const before = await clock();
  for (let at = 0; at < ACCOUNTS; at += 1) await signUp(server.address);
  await wait(100);
  const each = ((await clock()) - before) / ACCOUNTS;
  return [toRow({ name: 'sign-ins, Node for a new account', ours: each, unit: 'ms of CPU', limit: null })];
}
