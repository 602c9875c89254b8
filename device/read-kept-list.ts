/** Reads an account's list from this device without opening the account: nothing of it is changed, and none is made. */
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createDisplay } from '#client/store/display.ts';
import { findDatabase } from './database/find-database.ts';
import { createStorage } from './database/storage.ts';
import { createStranding } from './database/stranding.ts';

export type KeptList =
  | { readonly type: 'here'; readonly copy: ListCopy }
  /** There is no such list on this device. */
  | { readonly type: 'absent' }
  /** The disk did not answer just now, or said nothing that can be read. */
  | { readonly type: 'unknown' };

/** The list as it stands on the disk. */
export async function readKeptList(userId: string, clock: Clock): Promise<KeptList> {
  const found = await findDatabase(userId);
  if (found !== 'here') return { type: found };
  const storage = createStorage(userId, createStranding(userId, clock.randomHex));
  const opened = (await storage.hasList()) ? await storage.open(NOTHING) : null;
  await storage.close();
  if (!opened?.ok) return { type: 'unknown' };
  const { list } = createDisplay(opened.value, createNameOrder(undefined)).display;
  const copy = fileToListCopy(listToFile(list, clock.isoNow()));
  return copy.ok ? { type: 'here', copy: copy.value } : { type: 'unknown' };
}

const NOTHING = { items: [], categories: [], savedLists: [], profile: [] };
