/** For tests: one tab's view of an account's database, with what its sync does there. */
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { Result } from '#core/result.ts';
import { createStorage } from '#device/database/storage.ts';
import { createFakeClock, START } from '#test/doubles/fake-clock.ts';
import { USER } from '#test/doubles/fake-indexed-db.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';

/** The value of a result that must not be a failure. */
export const valueOf = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
};

/** One tab of the account; several share the database. */
export async function openSyncTab(now = START) {
  const storage = createStorage(USER);
  await storage.open(EMPTY_CONTENTS);
  const sync = await storage.loadSync(createFakeClock(now));
  return {
    storage,
    sync,
    rename: async (id: string, name: string) =>
      valueOf(
        await storage.append({ patches: [{ table: 'items', id, fields: { name } }], history: NO_HISTORY_CHANGE }),
      ),
    delta: async () => valueOf(await storage.readAfter({ key: 0, localSeq: -1 })),
    next: async () => valueOf(await sync.nextGroup()),
  };
}
