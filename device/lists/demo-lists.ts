/** The demo's lists: on this device only, and never shared (product H2). */
import { DEMO_USER } from '#core/account/user.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import { openLists } from '#client/lists/lists.ts';
import type { AccountLists } from '#client/lists/lists.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createListDisk } from './list-disk.ts';

export async function openDemoLists(clock: Clock, order: NameOrder): Promise<AccountLists> {
  const userId = DEMO_USER.id;
  const disk = await createListDisk({ userId, clock, order, onWritten: () => undefined });
  return openLists({ userId, disk, clock, order, backend: null });
}
