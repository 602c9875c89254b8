/** The outbox in memory: changes that the base does not include yet, in the order in which they became durable. */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { type Contents, EMPTY_CONTENTS, putRows, toRowMaps } from '#core/list/contents.ts';
import type { List } from '#core/list/list.ts';
import { createMemory } from '#core/memory/memory.ts';
import { applyPatches, diffViews, type IdsByTable, touchedIds } from '#core/sync/overlay.ts';
import type { Delta, OutboxEntry } from '#client/ports/storage.ts';

export type Outbox = {
  /**
   * Adds a change of this tab.
   * @returns a function to call with the change's key once it is durable. It returns the changes of the list, if another tab's
   *   change has a later key and was shown before
   */
  readonly add: (patches: readonly Patch[]) => (key: number, list: List) => Diff;
  /** Merges changes from the disk; returns the changes of the list. */
  readonly merge: (delta: Pick<Delta, 'outbox' | 'compactedUpTo' | 'base'>, list: List) => Diff;
  /** The changes from the list to its current rows, for some rows. */
  readonly readChanges: (list: List, ids: IdsByTable) => Diff;
  /** The patches that the base does not include, in their order. */
  readonly patches: () => readonly Patch[];
};

/** The list as it is on the disk: its base with the outbox applied. */
export function openOutbox(state: Pick<Delta, 'base' | 'outbox' | 'compactedUpTo'>) {
  const outbox = createOutbox(state.base);
  const memory = createMemory(state.base);
  memory.apply(outbox.merge({ ...state, base: EMPTY_CONTENTS }, memory.list));
  return { memory, outbox };
}

export function createOutbox(contents: Contents): Outbox {
  const base = toRowMaps(contents);
  const durable = createDurableEntries();
  // Changes of this tab that are not durable yet count as the latest.
  const pending = new Set<{ readonly patches: readonly Patch[] }>();
  const patches = (): readonly Patch[] => [...durable.entries(), ...pending].flatMap((entry) => entry.patches);
  const recompute = (list: List, ids: IdsByTable): Diff => diffViews(list, applyPatches(base, patches(), ids), ids);
  return {
    add(added) {
      const entry = { patches: added };
      pending.add(entry);
      return (key, list) => {
        const [first] = pending;
        pending.delete(entry);
        const isLast = durable.insert(key, added);
        // If the change is the last durable one and was the first pending one, the order has not changed.
        return first === entry && isLast ? [] : recompute(list, touchedIds(added, EMPTY_CONTENTS));
      };
    },
    merge(delta, list) {
      putRows(base, delta.base);
      const touched = durable.merge(delta).flatMap((entry) => entry.patches);
      return recompute(list, touchedIds(touched, delta.base));
    },
    readChanges: recompute,
    patches,
  };
}

/** The outbox on disk at one moment. */
type StoredOutbox = Pick<Delta, 'outbox' | 'compactedUpTo'>;

/** The latest key that was assigned when the outbox was read. */
export const latestKey = ({ compactedUpTo, outbox }: StoredOutbox): number =>
  Math.max(compactedUpTo, outbox.at(-1)?.key ?? 0);

/** The changes on disk that the base does not include, in the order of their keys, as far as this tab knows them. */
function createDurableEntries() {
  // Changed in place, because there can be thousands of changes.
  let entries: OutboxEntry[] = [];
  // The base includes the changes up to this key.
  let compactedUpTo = 0;
  return {
    entries: (): readonly OutboxEntry[] => entries,
    /** Inserts a change of this tab in the order of keys; returns whether it is the last one. */
    insert(key: number, patches: readonly Patch[]): boolean {
      const at = entries.findLastIndex((entry) => entry.key <= key);
      // A read from disk in the meantime, or the base, may already include this change.
      const exists = key <= compactedUpTo || entries[at]?.key === key;
      if (!exists) entries.splice(at + 1, 0, { key, patches });
      return entries.at(-1)?.key === key;
    },
    /** Merges changes from disk; returns those that are new, and those that are gone because the base includes them. */
    merge(stored: StoredOutbox): readonly OutboxEntry[] {
      compactedUpTo = Math.max(compactedUpTo, stored.compactedUpTo);
      const known = new Set(entries.map(({ key }) => key));
      const fresh = stored.outbox.filter(({ key }) => key > compactedUpTo && !known.has(key));
      const gone = entries.filter(({ key }) => key <= compactedUpTo);
      if (gone.length > 0) entries = entries.filter(({ key }) => key > compactedUpTo);
      if (fresh.length > 0) {
        entries = [...entries, ...fresh].toSorted((a, b) => a.key - b.key);
      }
      return [...gone, ...fresh];
    },
  };
}
