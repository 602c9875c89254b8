/** An older version's list joins a real account, once everything the account has is here (product D1, L3). */
import type { ListCopy } from '#core/change/change.ts';
import type { Legacy } from '#client/store/open-list.ts';
import type { Store } from '#client/store/store.ts';
import type { Sync } from './sync.ts';

type Joining = {
  readonly sync: Sync;
  readonly store: Store;
  readonly legacy: Legacy;
  /** The copy with ids of the account: rows that the account has keep theirs. */
  readonly toOwn: (copy: ListCopy) => ListCopy;
};

/** Waits for the first sync; what has no room stays where it was. */
export function joinLegacy({ sync, store, legacy, toOwn }: Joining): void {
  const stop = sync.onChange(() => void join());
  const join = async (): Promise<void> => {
    if (sync.status().firstSync !== null) return;
    stop();
    if (!store.act({ type: 'bring-in', copy: toOwn(legacy.copy), mode: 'join' }).ok) return;
    // What can be read behind it was written before.
    await store.takeNews();
    if (store.storageFailure() === null) legacy.onTaken(false);
  };
}
