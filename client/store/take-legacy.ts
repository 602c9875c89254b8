/** Brings an older version's list into one that is open (product D1). */
import type { StoredState } from '#client/ports/storage.ts';
import type { Legacy } from './open-list.ts';
import type { Store } from './store.ts';

/** A fresh list began as the copy; one that was there takes it in. */
export async function takeLegacy(legacy: Legacy, store: Store, { isFresh }: StoredState): Promise<void> {
  if (isFresh) legacy.onTaken(true);
  else await joinLegacy(legacy, store);
}

/** How a copy comes in: beside what is there or in its place, and whether Undo takes it out again. */
export type Joining = { readonly mode: 'join' | 'replace'; readonly isStep: boolean };

/** Joins the copy to a list. What has no room stays where it was. */
export async function joinLegacy(
  { copy, onTaken }: Legacy,
  store: Store,
  { mode, isStep }: Joining = { mode: 'join', isStep: true },
): Promise<void> {
  if (!store.act({ type: 'bring-in', copy, mode }, isStep).ok) return;
  // What can be read after it was written behind it.
  await store.takeNews();
  if (store.storageFailure() === null) onTaken(false);
}
