/** The acts that are not in the base yet, in the order in which they became durable: `view = fold(outbox, base)`. */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import { foldRow } from '#core/diff/fold.ts';
import { changedRows, changeRow } from '#core/diff/row-diff.ts';
import type { List, RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Row, Rows, TableName, Tables } from '#core/list/row.ts';
import type { StoredOp, StoredState } from '#client/ports/storage.ts';
import { createDurableOps } from './durable-ops.ts';
import type { StoredOutbox } from './durable-ops.ts';

export type Outbox = {
  /**
   * Takes in an act of this tab. The result is told its key once it is durable, and returns what that changes of the
   * list: something, when another tab's act came later on disk and was shown before.
   */
  readonly add: (patches: readonly Patch[]) => (key: number, list: List) => Diff;
  /** Takes in acts read from disk; returns what they change of the list, which may be nothing. */
  readonly merge: (ops: readonly StoredOp[], list: List) => Diff;
  /** Folds everything up to a key into the base. The list stays as it is. */
  readonly absorb: (upTo: number) => void;
  /** Begins again from what the disk held, keeping acts that came later; returns what that changes. */
  readonly restart: (stored: StoredOutbox & Pick<StoredState, 'base'>, list: List) => Diff;
};

type Base = { readonly [T in TableName]: Map<string, Row<Tables[T]>> };

export function createOutbox(contents: Contents): Outbox {
  let base = createBase(contents);
  const durable = createDurableOps();
  // Acts of this tab that are not durable yet count as the latest.
  let pending: readonly { readonly patches: readonly Patch[] }[] = [];
  const allPatches = (): readonly Patch[] => [...durable.ops(), ...pending].flatMap(({ patches }) => patches);
  const foldAgain = (ids: IdsByTable, list: List): Diff => foldTouched({ base, patches: allPatches(), list }, ids);
  return {
    add(patches) {
      const op = { patches };
      pending = [...pending, op];
      return (key, list) => {
        const wasFirst = pending[0] === op;
        pending = pending.filter((other) => other !== op);
        const isLast = durable.place(key, patches);
        // Still the last of the durable, and before all others that are pending: nothing to fold again.
        return wasFirst && isLast ? EMPTY_DIFF : foldAgain(idsByTable(patches), list);
      };
    },
    merge(news, list) {
      const fresh = durable.merge(news);
      return fresh.length === 0 ? EMPTY_DIFF : foldAgain(idsByTable(fresh.flatMap(({ patches }) => patches)), list);
    },
    absorb(upTo) {
      for (const { patches } of durable.absorb(upTo)) for (const patch of patches) foldIntoBase(base, patch);
    },
    restart(stored, list) {
      base = createBase(stored.base);
      durable.restart(stored);
      return foldAgain(mergeIds(idsByTable(allPatches()), base), list);
    },
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

const foldIntoBase = <T extends TableName>(base: Base, patch: Patch<T>): void => {
  base[patch.table].set(patch.id, foldRow(patch.table, base[patch.table].get(patch.id), patch));
};

type IdsByTable = Readonly<Record<TableName, ReadonlySet<string>>>;

const idsByTable = (patches: readonly Patch[]): IdsByTable => {
  const idsOf = (table: TableName) =>
    new Set(patches.filter((patch) => patch.table === table).map((patch) => patch.id));
  return {
    items: idsOf('items'),
    categories: idsOf('categories'),
    savedLists: idsOf('savedLists'),
    profile: idsOf('profile'),
  };
};

const mergeIds = (ids: IdsByTable, base: Base): IdsByTable => ({
  items: new Set([...ids.items, ...base.items.keys()]),
  categories: new Set([...ids.categories, ...base.categories.keys()]),
  savedLists: new Set([...ids.savedLists, ...base.savedLists.keys()]),
  profile: new Set([...ids.profile, ...base.profile.keys()]),
});

/** What these rows look like once folded, against what the list shows. */
function foldTouched(
  { base, patches, list }: { readonly base: Base; readonly patches: readonly Patch[]; readonly list: RowTables },
  ids: IdsByTable,
): Diff {
  const rowsOf = <T extends TableName>(table: T) => {
    const shown: Rows<Tables[T]> = list[table];
    const folded = new Map<string, Row<Tables[T]>>();
    for (const id of ids[table]) {
      const row = base[table].get(id);
      if (row) folded.set(id, row);
    }
    for (const patch of patches) {
      if (!isOfTable(patch, table) || !ids[table].has(patch.id)) continue;
      folded.set(patch.id, foldRow<T>(table, folded.get(patch.id), patch));
    }
    return changedRows([...folded.values()].map((row) => changeRow(shown.get(row.id), row)));
  };
  return {
    items: rowsOf('items'),
    categories: rowsOf('categories'),
    savedLists: rowsOf('savedLists'),
    profile: rowsOf('profile'),
  };
}

const isOfTable = <T extends TableName>(patch: Patch, table: T): patch is Patch & Patch<T> => patch.table === table;
