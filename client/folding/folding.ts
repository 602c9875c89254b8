/** Which categories are folded, and when a finished one folds by itself (spec section 4, product L6). */
import type { RowDiff } from '#core/diff/diff.ts';
import type { Item } from '#core/list/item.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createNotifier } from '#client/store/notifier.ts';
import type { Store } from '#client/store/store.ts';
import { createRest } from './rest.ts';

export type FoldingKey = `fold:${string}` | 'rest';

export type Folding = {
  readonly isFolded: (groupId: string) => boolean;
  /** The shopper folds or unfolds a category. */
  readonly toggle: (groupId: string) => void;
  readonly unfold: (groupId: string) => void;
  /** A finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  /** How often the list has come to rest after acts; what must not move rows under a thumb waits for the next. */
  readonly restCount: () => number;
  readonly subscribe: (key: FoldingKey, listener: () => void) => () => void;
  readonly close: () => void;
};

export type FoldingParts = {
  readonly store: Store;
  readonly clock: Clock;
  /** Ids that were folded when the app was last open. */
  readonly folded: readonly string[];
  readonly keep: (ids: readonly string[]) => void;
};

/** Watches the shopper's acts: what an act finished folds once the list is at rest, what it brought unfolds at once. */
export function createFolding({ store, clock, folded: stored, keep }: FoldingParts): Folding {
  const notifier = createNotifier<FoldingKey>();
  const folded = new Set(stored);
  const touched = new Set<string>();
  let restCount = 0;
  const fold = (groupId: string, isFolded: boolean): void => {
    if (folded.has(groupId) === isFolded) return;
    if (isFolded) folded.add(groupId);
    else folded.delete(groupId);
    keep([...folded]);
    notifier.notify([`fold:${groupId}`]);
  };
  const rest = createRest(clock, () => {
    for (const groupId of touched) if (isFinished(store, groupId)) fold(groupId, true);
    touched.clear();
    restCount += 1;
    notifier.notify(['rest']);
  });
  const stop = store.onDiff((diff, source) => {
    if (source === 'remote') return;
    for (const row of diff.items) {
      const groupId = store.list.items.get(row.id)?.category ?? '';
      touched.add(groupId);
      if (bringsToGet(row)) fold(groupId, false);
    }
    rest.disturb();
  });
  return {
    isFolded: (groupId) => folded.has(groupId),
    toggle: (groupId) => fold(groupId, !folded.has(groupId)),
    unfold: (groupId) => fold(groupId, false),
    setPointerDown: rest.setPointerDown,
    restCount: () => restCount,
    subscribe: notifier.subscribe,
    close() {
      stop();
      rest.close();
    },
  };
}

/** Adding an item expands its category (spec section 4), and so does an undo that brings something back to get. */
const bringsToGet = ({ after }: RowDiff<Item>): boolean => after.deleted === false || after.checked === false;

/** A visible category without items, or with all of them checked. */
function isFinished(store: Store, groupId: string): boolean {
  const group = store.view.group(groupId);
  return group !== undefined && group.checked === group.total;
}
