/** For tests: one tab of an account, with its storage and the storage of its sync. */
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { Result } from '#core/result.ts';
import type { Batch } from '#client/ports/storage.ts';
import { createStorage } from '#device/database/storage.ts';
import { createFakeClock, START } from '#test/doubles/fake-clock.ts';
import { USER } from '#test/doubles/fake-indexed-db.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';

/** Returns the value of a result. Throws if it is a failure. */
export const valueOf = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
};

/** Opens a tab of the account. All tabs share the database. */
export async function openSyncTab(now = START) {
  const storage = createStorage(USER);
  await storage.open(EMPTY_CONTENTS);
  const sync = await storage.loadSync(createFakeClock(now));
  return {
    storage,
    sync,
    rename: async (id: string, name: string) => {
      const batch: Batch = { patches: [{ table: 'items', id, fields: { name } }], history: NO_HISTORY_CHANGE };
      const [key] = valueOf(await storage.append([batch]));
      return key;
    },
    delta: async () => valueOf(await storage.readAfter({ key: 0, localSeq: -1 })),
    next: async () => valueOf(await sync.nextGroup()),
  };
}
