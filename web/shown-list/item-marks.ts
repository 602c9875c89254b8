/** Marks at the ends of rows: the initials of the members who added or ticked items (product H8). */
import type { ReactNode } from 'react';
import { createNotifier } from '#core/listeners.ts';

/** Filled by a part of the app that is downloaded after the list is on screen. */
export type ItemMarks = {
  /** The mark of an item; null for none. */
  readonly read: (itemId: string) => ReactNode;
  readonly subscribe: (itemId: string, listener: () => void) => () => void;
  /** Shows these marks in place of the earlier ones. Rows whose mark is the same object are not rendered again. */
  readonly show: (marks: ReadonlyMap<string, ReactNode>) => void;
};

export function createItemMarks(): ItemMarks {
  const { subscribe, notify } = createNotifier<string>();
  let shown: ReadonlyMap<string, ReactNode> = new Map();
  return {
    read: (itemId) => shown.get(itemId),
    subscribe,
    show(marks) {
      const ids = new Set([...shown.keys(), ...marks.keys()]);
      const before = shown;
      shown = marks;
      notify([...ids].filter((id) => before.get(id) !== marks.get(id)));
    },
  };
}
