/** The ticks that were made before the app's scripts had run; web/first-screen/show-first-screen.ts writes them (decision 49). */
import type { EarlyTick, EarlyTickStorage } from '#client/ports/first-screen.ts';
import { isFlag, isListOf, isText } from '#device/shape.ts';
import { finish } from './database.ts';
import type { RunOnDatabase } from './database.ts';
import { META } from './schema.ts';

export const createEarlyTickStorage = (run: RunOnDatabase): EarlyTickStorage => ({
  async read() {
    const stored = await run((open) => {
      const tx = open.transaction(['meta']);
      return finish(tx, tx.objectStore('meta').get(META.earlyTicks));
    });
    return stored.ok && areTicks(stored.value) ? stored.value : [];
  },
  async remove() {
    await run((open) => {
      const tx = open.transaction(['meta'], 'readwrite');
      const deleted = tx.objectStore('meta').delete(META.earlyTicks);
      // The page may be closing, which aborts what is not committed.
      tx.commit();
      return finish(tx, deleted);
    });
  },
});

const areTicks = isListOf((value): value is EarlyTick => Array.isArray(value) && isText(value[0]) && isFlag(value[1]));
