/** The list in memory, its view, and everybody who watches them. */
import type { Diff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import { createMemory } from '#core/list/memory.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import { createListView } from '#core/view/list-view.ts';
import type { ListView, ViewKey } from '#core/view/list-view.ts';
import type { StoredState } from '#client/ports/storage.ts';
import { createNotifier } from './notifier.ts';
import type { Notifier } from './notifier.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';

/** What a part of the screen, or of the engine, can listen to; `news`: the disk was read for what others did. */
export type StoreKey = ViewKey | 'history' | 'storage' | 'outbox' | 'news';

/** Where a diff came from: this tab's shopper, or elsewhere. */
type DiffSource = 'user' | 'remote';

type DiffListener = (diff: Diff, source: DiffSource) => void;

export type Display = Notifier<StoreKey> & {
  readonly list: List;
  readonly view: ListView;
  /** Takes a diff in and tells everybody whom it concerns. */
  readonly show: (diff: Diff, source: DiffSource) => void;
  /** Calls back after every diff, of this tab and of others. */
  readonly onDiff: (listener: DiffListener) => () => void;
};

const NOTHING: Contents = { items: [], categories: [], savedLists: [], profile: [] };

/** What the disk held, in memory: the base and, over it, the outbox. */
export function createDisplay(state: StoredState, order: NameOrder): { display: Display; outbox: Outbox } {
  const outbox = createOutbox(state.base);
  const { list, apply } = createMemory(state.base);
  apply(outbox.takeIn({ ...state, base: NOTHING }, list));
  const view = createListView(list, order);
  const notifier = createNotifier<StoreKey>();
  const diffListeners = new Set<DiffListener>();
  const show = (diff: Diff, source: DiffSource): void => {
    if (isEmptyDiff(diff)) return;
    apply(diff);
    const keys = view.update(diff);
    for (const listener of diffListeners) listener(diff, source);
    notifier.notify(keys);
  };
  const onDiff = (listener: DiffListener): (() => void) => {
    diffListeners.add(listener);
    return () => diffListeners.delete(listener);
  };
  return { display: { ...notifier, list, view, show, onDiff }, outbox };
}
