/** Which categories are folded, and when a finished one folds by itself (spec section 4, product L6). */
import type { Clock } from '#client/ports/clock.ts';
import { createNotifier } from '#client/store/notifier.ts';
import type { Store } from '#client/store/store.ts';
import { createRest } from './rest.ts';
import { turningPoints } from './turning-points.ts';

export type FoldingKey = `fold:${string}` | `recent:${string}`;

export type Folding = {
  readonly isFolded: (groupId: string) => boolean;
  /** The shopper folds or unfolds a category. */
  readonly toggle: (groupId: string) => void;
  readonly unfold: (groupId: string) => void;
  /** A finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  /** Whether an item was checked since the list last came to rest: in shop mode it stays until then. */
  readonly isRecent: (itemId: string) => boolean;
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
  const finished = new Set<string>();
  const recent = new Set<string>();
  const fold = (groupId: string, isFolded: boolean): void => {
    // Whoever folds or unfolds by hand has decided.
    finished.delete(groupId);
    if (folded.has(groupId) === isFolded) return;
    if (isFolded) folded.add(groupId);
    else folded.delete(groupId);
    keep([...folded]);
    notifier.notify([`fold:${groupId}`]);
  };
  const rest = createRest(clock, () => {
    for (const groupId of takeAll(finished)) if (isFinished(store, groupId)) fold(groupId, true);
    notifier.notify(takeAll(recent).map((id): FoldingKey => `recent:${id}`));
  });
  const stop = store.onDiff((diff, source) => {
    if (source === 'remote') return;
    for (const { id, after } of diff.items) if (after.checked === true) recent.add(id);
    const turning = turningPoints(store, diff.items);
    for (const groupId of turning.reopened) fold(groupId, false);
    for (const groupId of turning.finished) finished.add(groupId);
    rest.disturb();
  });
  return {
    isFolded: (groupId) => folded.has(groupId),
    toggle: (groupId) => fold(groupId, !folded.has(groupId)),
    unfold: (groupId) => fold(groupId, false),
    setPointerDown: rest.setPointerDown,
    isRecent: (itemId) => recent.has(itemId),
    subscribe: notifier.subscribe,
    close() {
      stop();
      rest.close();
    },
  };
}

/** Empties a set; returns what was in it. */
function takeAll<T>(set: Set<T>): readonly T[] {
  const all = [...set];
  set.clear();
  return all;
}

/** A visible category without items, or with all of them checked. */
function isFinished(store: Store, groupId: string): boolean {
  const group = store.view.group(groupId);
  return group !== undefined && group.checked === group.total;
}
