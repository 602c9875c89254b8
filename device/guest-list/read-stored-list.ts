/** Reads an account's list from this device without opening or creating the account. */
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createNameOrder } from '#core/name/compare-names.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createDisplay } from '#client/store/display.ts';
import { findDatabase } from '#device/database/find-database.ts';
import { createStorage } from '#device/database/storage.ts';
import { createUnloadJournal } from '#device/database/journal/unload-journal.ts';

export type StoredListRead =
  | { readonly type: 'here'; readonly copy: ListCopy }
  /** The list does not exist on this device. */
  | { readonly type: 'absent' }
  /** The disk did not answer, or the list cannot be read. */
  | { readonly type: 'unknown' };

/** Reads the list from the disk. */
export async function readStoredList(userId: string, clock: Clock): Promise<StoredListRead> {
  const found = await findDatabase(userId);
  if (found !== 'here') return { type: found };
  const storage = createStorage(userId, createUnloadJournal(userId, clock.randomHex));
  const opened = (await storage.hasList()) ? await storage.open(EMPTY_CONTENTS) : null;
  await storage.close();
  if (!opened?.ok) return { type: 'unknown' };
  const { list } = createDisplay(opened.value, createNameOrder(undefined)).display;
  const copy = fileToListCopy(listToFile(list, clock.isoNow()));
  return copy.ok ? { type: 'here', copy: copy.value } : { type: 'unknown' };
}
