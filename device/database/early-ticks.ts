/** The ticks that were made before the app's scripts had run; web/first-screen/show-first-screen.ts writes them (decision 50). */
import type { ListRef } from '#core/account/list-ref.ts';
import { listKey } from '#core/account/list-ref.ts';
import type { EarlyTick } from '#client/ports/first-screen.ts';
import { parseJson, readValue, removeValue } from '#device/local-storage/local-storage.ts';
import { isFlag, isListOf, isText } from '#device/shape.ts';
import { finish, openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { META } from './schema.ts';

/** Each start has its own record, so that it never replaces one that was not applied. */
const allStarts = (): IDBKeyRange => IDBKeyRange.bound(META.earlyTicks, `${META.earlyTicks}\uffff`);

/** The key on local storage is this prefix and the name of the list on this device. */
const PREFIX = 'checklist.early-ticks.';

/** Reads the ticks, and removes them if `apply` returns true. */
export async function takeEarlyTicks(
  list: ListRef,
  apply: (ticks: readonly EarlyTick[]) => Promise<boolean>,
): Promise<void> {
  const key = listKey(list);
  const opened = await openDatabase({ listKey: key, mayCreate: false, onClosed: () => undefined });
  if (!opened.ok) return;
  try {
    // The database lacks the last ones if the page was closed at once, and local storage if the browser was killed. Applying a tick
    // twice changes nothing.
    const ticks = [...(await readOnDisk(opened.value)), ...toTicks(parseJson(readValue(PREFIX + key)))];
    if (ticks.length === 0 || !(await apply(ticks))) return;
    removeValue(PREFIX + key);
    await removeOnDisk(opened.value);
  } finally {
    opened.value.close();
  }
}

async function readOnDisk(open: Database): Promise<readonly EarlyTick[]> {
  const tx = open.transaction(['meta']);
  const starts = await finish(tx, tx.objectStore('meta').getAll(allStarts()));
  return starts.flatMap(toTicks);
}

async function removeOnDisk(open: Database): Promise<void> {
  const tx = open.transaction(['meta'], 'readwrite');
  const deleted = tx.objectStore('meta').delete(allStarts());
  // The page may be closing, which aborts what is not committed.
  tx.commit();
  await finish(tx, deleted);
}

const toTicks = (value: unknown): readonly EarlyTick[] => (areTicks(value) ? value : []);

const areTicks = isListOf((value): value is EarlyTick => Array.isArray(value) && isText(value[0]) && isFlag(value[1]));
