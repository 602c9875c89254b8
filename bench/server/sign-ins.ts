/** What a sign-in costs: most of it is the hash of the password, which is meant to be dear. */
import { setTimeout as wait } from 'node:timers/promises';
import { signUp } from '#bench/load/people.ts';
import { toRow } from '#bench/row.ts';
import type { Row } from '#bench/row.ts';
import type { Stack } from '#bench/sync/stack.ts';
import { cpuOfServer } from './processes.ts';

const PEOPLE = 30;

/** The row of new accounts that sign in one after the other. */
export async function measureSignIns({ server }: Stack): Promise<readonly Row[]> {
  await signUp(server.address);
  const clock = await cpuOfServer();
  const before = await clock();
  for (let at = 0; at < PEOPLE; at += 1) await signUp(server.address);
  await wait(100);
  const each = ((await clock()) - before) / PEOPLE;
  return [toRow({ name: 'sign-ins, Node for a new account', ours: each, unit: 'ms of CPU', reach: null })];
}
