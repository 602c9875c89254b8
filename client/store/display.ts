/** The list in memory, its view, and their listeners. */
import type { Diff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import { createMemory } from '#core/memory/memory.ts';
import { createListeners, createNotifier } from '#core/listeners.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import { createListView } from '#core/view/list-view.ts';
import type { ListView, ViewKey } from '#core/view/list-view.ts';
import type { StoredState } from '#client/ports/storage.ts';
import type { Notifier } from '#core/listeners.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';

/** The keys to subscribe to. `incoming`: changes of other tabs or the sync were read from the disk. */
export type StoreKey = ViewKey | 'history' | 'storage' | 'outbox' | 'incoming';

/** The origin of a diff: the user of this tab, or another tab or device. */
type DiffSource = 'user' | 'remote';

type DiffListener = (diff: Diff, source: DiffSource) => void;

export type Display = Notifier<StoreKey> & {
  readonly list: List;
  readonly view: ListView;
  /** Applies a diff and notifies the listeners that it concerns. */
  readonly show: (diff: Diff, source: DiffSource) => void;
  /** Moves rows that were ticked or unticked to where 'Checked items last' has them; called when the list is at rest (product L6). */
  readonly sortTicked: () => void;
  /** Applies the setting 'Checked items last' at once. */
  readonly setTickedLast: (isOn: boolean) => void;
  /** Calls back after every diff of any origin. */
  readonly onDiff: (listener: DiffListener) => () => void;
};

/** Creates the list from the state on disk: the base, with the outbox applied. */
export function createDisplay(
  state: StoredState,
  order: NameOrder,
  isTickedLast = false,
): { display: Display; outbox: Outbox } {
  const outbox = createOutbox(state.base);
  const { list, apply } = createMemory(state.base);
  apply(outbox.merge({ ...state, base: EMPTY_CONTENTS }, list));
  const view = createListView(list, order, isTickedLast);
  const notifier = createNotifier<StoreKey>();
  const diffListeners = createListeners<Parameters<DiffListener>>();
  const show = (diff: Diff, source: DiffSource): void => {
    if (isEmptyDiff(diff)) return;
    apply(diff);
    const keys = view.update(diff);
    diffListeners.notify(diff, source);
    notifier.notify(keys);
  };
  const sortTicked = (): void => notifier.notify(view.sortTicked());
  const setTickedLast = (isOn: boolean): void => notifier.notify(view.setTickedLast(isOn));
  return { display: { ...notifier, list, view, show, sortTicked, setTickedLast, onDiff: diffListeners.add }, outbox };
}
