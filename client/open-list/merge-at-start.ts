/** Merges categories of one name when a list opens (product L8). */
import type { Store } from '#client/store/store.ts';
import type { Sync } from '#client/sync/sync.ts';

/**
 * Merges them at once in a list that does not sync, and otherwise after the first complete pull: another device may have renamed or
 * merged them meanwhile. The merge is a step like any other: it syncs, and Undo takes it back.
 * @param sync null for a list that does not sync
 */
export function mergeAtStart(store: Pick<Store, 'applyChange'>, sync: Pick<Sync, 'status' | 'onChange'> | null): void {
  const merge = (): void => void store.applyChange({ type: 'merge-categories' });
  if (sync === null || sync.status().hasPulled) {
    merge();
    return;
  }
  const stop = sync.onChange(() => {
    if (!sync.status().hasPulled) return;
    stop();
    merge();
  });
}
