/** An older version's list, or the demo's, joins a real account, once everything the account has is here (product D1, L3). */
import type { ListCopy } from '#core/change/change.ts';
import { liveRows } from '#core/list/list.ts';
import { fitSavedLists } from '#client/store/fit-saved-lists.ts';
import { joinLegacy } from '#client/store/open-list.ts';
import type { Legacy } from '#client/store/open-list.ts';
import type { Store } from '#client/store/store.ts';
import type { Sync } from './sync.ts';

type JoiningParts = {
  readonly sync: Sync;
  readonly store: Store;
  readonly legacy: Legacy;
  /** The copy with ids of the account: rows that the account has keep theirs. */
  readonly toOwn: (copy: ListCopy) => ListCopy;
  /** Whether it is the list the account begins with: its own, where it has no items yet, and no step that Undo takes back. */
  readonly isBeginning: boolean;
};

/** Waits for the first sync, where it is not over yet. */
export function joinOnceComplete({ sync, store, legacy, toOwn, isBeginning }: JoiningParts): void {
  const join = (): void => {
    if (sync.status().firstSync !== null) return;
    stop();
    const isEmpty = liveRows(store.list.items).length === 0;
    const mode = isBeginning && isEmpty ? 'replace' : 'join';
    const own = toOwn(legacy.copy);
    const copy = isBeginning ? fitSavedLists(own, store.list) : own;
    void joinLegacy({ ...legacy, copy }, store, { mode, isStep: !isBeginning });
  };
  const stop = sync.onChange(join);
  join();
}
