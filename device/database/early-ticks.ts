/** The ticks that were made before the app's scripts had run; web/first-screen/show-first-screen.ts writes them (decision 49). */
import type { EarlyTick, EarlyTickStorage } from '#client/ports/first-screen.ts';
import { isFlag, isListOf, isObject, isText } from '#device/shape.ts';
import { parseJson, readValue, removeValue } from '#device/local-storage/local-storage.ts';
import { finish } from './database.ts';
import type { RunOnDatabase } from './database.ts';
import { META } from './schema.ts';

/** The key on local storage is this prefix and the name of the list on this device. */
const PREFIX = 'checklist.early-ticks.';

export const createEarlyTickStorage = (run: RunOnDatabase, listKey: string): EarlyTickStorage => ({
  async read() {
    const stored = await run((open) => {
      const tx = open.transaction(['meta']);
      return finish(tx, tx.objectStore('meta').get(META.earlyTicks));
    });
    const onDisk = toTicks(stored.ok ? stored.value : null);
    const inLocalStorage = toTicks(readInLocalStorage(listKey));
    // The database lacks the last ones if the page was closed at once, and local storage if the browser was killed. Applying a tick
    // twice changes nothing.
    return [...onDisk, ...inLocalStorage];
  },
  async remove() {
    removeValue(PREFIX + listKey);
    await run((open) => {
      const tx = open.transaction(['meta'], 'readwrite');
      const deleted = tx.objectStore('meta').delete(META.earlyTicks);
      // The page may be closing, which aborts what is not committed.
      tx.commit();
      return finish(tx, deleted);
    });
  },
});

function readInLocalStorage(listKey: string): unknown {
  const value = parseJson(readValue(PREFIX + listKey));
  return isObject(value) ? value['ticks'] : null;
}

const toTicks = (value: unknown): readonly EarlyTick[] => (areTicks(value) ? value : []);

const areTicks = isListOf((value): value is EarlyTick => Array.isArray(value) && isText(value[0]) && isFlag(value[1]));
