/** For tests: a small list, and shortcuts to change it. */
import type { Change } from '#core/change/change.ts';
import { categoryRow, itemRow, readLive, savedListRow } from '#core/testing/contents.ts';
import type { AppliedChange, Store } from '#client/store/store.ts';

/** Milk and eggs in Dairy, ham in Deli, one saved list; nothing is ticked. */
export const FIRST = {
  items: [itemRow('milk'), itemRow('eggs'), itemRow('ham', { category: 'deli' })],
  categories: [categoryRow('dairy'), categoryRow('deli')],
  savedLists: [savedListRow('week', { items: [{ id: 'tea', name: 'Tea', category: 'drinks', checked: true }] })],
};

export const check = (id: string, checked = true): Change => ({ type: 'check-item', id, checked });
/** The ids of the ticked items, in order. */
export const ticked = (store: Store) =>
  readLive(store.list)
    .items.filter(({ checked }) => checked)
    .map(({ id }) => id);

/** Applies a change. Throws if it is refused. */
export function applyTo(store: Store, change: Change): AppliedChange {
  const done = store.applyChange(change);
  if (!done.ok) throw new Error(done.failure.type);
  return done.value;
}
