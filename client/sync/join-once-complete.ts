/** An older version's list joins a real account, once everything the account has is here (product D1, L3). */
import type { ListCopy } from '#core/change/change.ts';
import { joinLegacy } from '#client/store/open-list.ts';
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

/** Waits for the first sync, where it is not over yet. */
export function joinOnceComplete({ sync, store, legacy, toOwn }: Joining): void {
  const join = (): void => {
    if (sync.status().firstSync !== null) return;
    stop();
    void joinLegacy({ ...legacy, copy: toOwn(legacy.copy) }, store);
  };
  const stop = sync.onChange(join);
  join();
}
