/** An older version's list, or the demo's, joins a real account, once everything the account has is here (product D1, L3). */
import type { ListCopy } from '#core/change/change.ts';
import { DEFAULT_CATEGORIES, defaultCategoryId } from '#core/catalogue/default-categories.ts';
import { liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { fitSavedLists } from '#client/store/fit-saved-lists.ts';
import { joinLegacy } from '#client/store/take-legacy.ts';
import type { Legacy } from '#client/store/open-list.ts';
import type { Store } from '#client/store/store.ts';
import type { Sync } from './sync.ts';

type JoiningParts = {
  readonly sync: Sync;
  readonly store: Store;
  readonly legacy: Legacy;
  /** The copy with ids of the account: rows that the account has keep theirs. */
  readonly toOwn: (copy: ListCopy) => ListCopy;
  /** Whose account it is, where it may begin as this list: then it is no step that Undo takes back. Null: it only joins. */
  readonly beginner: string | null;
};

/** Waits for the first sync, where it is not over yet. */
export function joinOnceComplete({ sync, store, legacy, toOwn, beginner }: JoiningParts): void {
  const join = (): void => {
    if (sync.status().firstSync !== null) return;
    stop();
    const isNew = beginner !== null && isUntouched(store.list, beginner);
    const own = toOwn(legacy.copy);
    const copy = beginner === null ? own : fitSavedLists(own, store.list);
    void joinLegacy({ ...legacy, copy }, store, { mode: isNew ? 'replace' : 'join', isStep: !isNew });
  };
  const stop = sync.onChange(join);
  join();
}

/** Whether nobody made anything of the list yet: it has what every new account has at the most. */
function isUntouched({ items, savedLists, categories }: List, userId: string): boolean {
  const given = new Set(DEFAULT_CATEGORIES.map((_, at) => defaultCategoryId(at + 1, userId)));
  const isGiven = liveRows(categories).every(({ id }) => given.has(id));
  return isGiven && liveRows(items).length + liveRows(savedLists).length === 0;
}
