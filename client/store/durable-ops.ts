/** The acts that are on disk and not in the base yet, in the order of their keys, as far as this tab knows them. */
import type { Patch } from '#core/diff/diff.ts';
import type { News, StoredOp } from '#client/ports/storage.ts';

/** What the disk's outbox held at one moment. */
export type StoredOutbox = Pick<News, 'ops' | 'absorbedUpTo'>;

/** Several acts of this tab can have gone to disk under one key; what is read from disk holds all of them. */
type DurableOp = StoredOp & { readonly isOwn: boolean };

export type DurableOps = {
  readonly ops: () => readonly StoredOp[];
  /** Puts an act of this tab in its place; returns whether that is the last one. */
  readonly place: (key: number, patches: readonly Patch[]) => boolean;
  /** Takes in what was read from disk; returns what is new of it, and what is gone because the base holds it. */
  readonly merge: (stored: StoredOutbox) => readonly StoredOp[];
};

/** The latest key that was given out when this was read. */
export const latestKey = ({ absorbedUpTo, ops }: StoredOutbox): number => Math.max(absorbedUpTo, ops.at(-1)?.key ?? 0);

export function createDurableOps(): DurableOps {
  // Changes in place: acts can come in thousands.
  let ops: DurableOp[] = [];
  // Up to this key, acts are in the base.
  let absorbedUpTo = 0;
  return {
    ops: () => ops,
    place(key, patches) {
      const at = ops.findLastIndex((op) => op.key <= key);
      const before = ops[at];
      // What was read from disk meanwhile, or what is in the base, can hold this very act.
      const isThere = key <= absorbedUpTo || (before?.key === key && !before.isOwn);
      if (!isThere) ops.splice(at + 1, 0, { key, patches, isOwn: true });
      return ops.at(-1)?.key === key;
    },
    merge(stored) {
      absorbedUpTo = Math.max(absorbedUpTo, stored.absorbedUpTo);
      const known = new Set(ops.map(({ key }) => key));
      const fresh = stored.ops.filter(({ key }) => key > absorbedUpTo && !known.has(key));
      const gone = ops.filter(({ key }) => key <= absorbedUpTo);
      if (gone.length > 0) ops = ops.filter(({ key }) => key > absorbedUpTo);
      if (fresh.length > 0) {
        ops = [...ops, ...fresh.map((op) => ({ ...op, isOwn: false }))].toSorted((a, b) => a.key - b.key);
      }
      return [...gone, ...fresh];
    },
  };
}
