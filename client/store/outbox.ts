/** The acts that are not in the base yet, in the order in which they became durable: `view = fold(outbox, base)`. */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import type { List } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { diffViews, foldView, touchedIds } from '#core/sync/fold-view.ts';
import type { IdsByTable } from '#core/sync/fold-view.ts';
import type { News } from '#client/ports/storage.ts';
import { createDurableOps } from './durable-ops.ts';

export type Outbox = {
  /**
   * Takes in an act of this tab. The result is told its key once it is durable, and returns what that changes of the
   * list: something, when another tab's act came later on disk and was shown before.
   */
  readonly add: (patches: readonly Patch[]) => (key: number, list: List) => Diff;
  /** Takes in what happened on disk; returns what that changes of the list, which may be nothing. */
  readonly takeIn: (news: Pick<News, 'ops' | 'absorbedUpTo' | 'base'>, list: List) => Diff;
  /** The patches that are not in the base, in their order. */
  readonly patches: () => readonly Patch[];
};

type Base = { readonly [T in TableName]: Map<string, Row<Tables[T]>> };

export function createOutbox(contents: Contents): Outbox {
  const base = createBase(contents);
  const durable = createDurableOps();
  // Acts of this tab that are not durable yet count as the latest.
  const pending = new Set<{ readonly patches: readonly Patch[] }>();
  const patches = (): readonly Patch[] => [...durable.ops(), ...pending].flatMap((op) => op.patches);
  const foldAgain = (list: List, ids: IdsByTable): Diff => diffViews(list, foldView(base, patches(), ids), ids);
  return {
    add(added) {
      const op = { patches: added };
      pending.add(op);
      return (key, list) => {
        const [first] = pending;
        pending.delete(op);
        const isLast = durable.place(key, added);
        // Still the last of the durable, and before all others that are pending: nothing to fold again.
        return first === op && isLast ? EMPTY_DIFF : foldAgain(list, touchedIds(added, NOTHING));
      };
    },
    takeIn(news, list) {
      putRows(base, news.base);
      const touched = durable.merge(news).flatMap((op) => op.patches);
      return foldAgain(list, touchedIds(touched, news.base));
    },
    patches,
  };
}

const createBase = (contents: Contents): Base => ({
  items: byId(contents.items),
  categories: byId(contents.categories),
  savedLists: byId(contents.savedLists),
  profile: byId(contents.profile),
});

const byId = <R extends { readonly id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]));

function putRows(base: Base, rows: Contents): void {
  for (const row of rows.items) base.items.set(row.id, row);
  for (const row of rows.categories) base.categories.set(row.id, row);
  for (const row of rows.savedLists) base.savedLists.set(row.id, row);
  for (const row of rows.profile) base.profile.set(row.id, row);
}

const NOTHING: Contents = { items: [], categories: [], savedLists: [], profile: [] };
