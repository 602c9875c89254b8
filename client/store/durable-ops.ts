/** The acts that are on disk and not in the base yet, in the order of their keys, as far as this tab knows them. */
import type { Patch } from '#core/diff/diff.ts';
import type { OutboxNews, StoredOp } from '#client/ports/storage.ts';

/** What the disk's outbox held at one moment. */
export type StoredOutbox = Pick<OutboxNews, 'ops' | 'absorbedUpTo'>;

/** Several acts of this tab can have gone to disk under one key; what is read from disk holds all of them. */
type DurableOp = StoredOp & { readonly isOwn: boolean };

export type DurableOps = {
  readonly ops: () => readonly StoredOp[];
  /** Puts an act of this tab in its place; returns whether that is the last one. */
  readonly place: (key: number, patches: readonly Patch[]) => boolean;
  /** Takes in what was read from disk; returns what is new of it. */
  readonly merge: (news: readonly StoredOp[]) => readonly StoredOp[];
  /** Lets everything up to a key go into the base; returns that. */
  readonly absorb: (upTo: number) => readonly StoredOp[];
  /** Begins again from what the disk held, keeping what became durable since it was read. */
  readonly restart: (stored: StoredOutbox) => void;
};

/** The latest key that was given out when this was read. */
export const latestKey = ({ absorbedUpTo, ops }: StoredOutbox): number => Math.max(absorbedUpTo, ops.at(-1)?.key ?? 0);

export function createDurableOps(): DurableOps {
  let ops: readonly DurableOp[] = [];
  // Up to this key, acts are in the base.
  let absorbedUpTo = 0;
  return {
    ops: () => ops,
    place(key, patches) {
      const at = ops.findLastIndex((op) => op.key <= key);
      const before = ops[at];
      // What was read from disk meanwhile, or what is in the base, can hold this very act.
      const isThere = key <= absorbedUpTo || (before?.key === key && !before.isOwn);
      if (!isThere) ops = ops.toSpliced(at + 1, 0, { key, patches, isOwn: true });
      return ops.at(-1)?.key === key;
    },
    merge(news) {
      const known = new Set(ops.map(({ key }) => key));
      const fresh = news.filter(({ key }) => key > absorbedUpTo && !known.has(key));
      if (fresh.length > 0) ops = [...ops, ...readFromDisk(fresh)].toSorted((a, b) => a.key - b.key);
      return fresh;
    },
    absorb(upTo) {
      const absorbed = ops.filter(({ key }) => key <= upTo);
      ops = ops.filter(({ key }) => key > upTo);
      absorbedUpTo = Math.max(absorbedUpTo, upTo);
      return absorbed;
    },
    restart(stored) {
      const later = ops.filter(({ key }) => key > latestKey(stored));
      ops = [...readFromDisk(stored.ops), ...later];
      absorbedUpTo = stored.absorbedUpTo;
    },
  };
}

const readFromDisk = (ops: readonly StoredOp[]): readonly DurableOp[] =>
  ops.map(({ key, patches }) => ({ key, patches, isOwn: false }));
