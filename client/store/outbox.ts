/** The acts that are not in the base yet, in the order in which they became durable: `view = fold(outbox, base)`. */
import type { Diff, Patch } from '#core/diff/diff.ts';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import { foldRow } from '#core/diff/fold.ts';
import { changedRows, changeRow } from '#core/diff/row-diff.ts';
import type { List, RowTables } from '#core/list/list.ts';
import type { Contents } from '#core/list/memory.ts';
import type { Row, Rows, TableName, Tables } from '#core/list/row.ts';
import type { StoredOp } from '#client/ports/storage.ts';

/** An act of this tab that is not durable yet has no key; it counts as the latest. */
type Op = { readonly key: number | null; readonly patches: readonly Patch[] };

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
  /** Begins again from what the disk holds, keeping acts that are not durable yet; returns what that changes. */
  readonly restart: (base: Contents, ops: readonly StoredOp[], list: List) => Diff;
};

type Base = { readonly [T in TableName]: Map<string, Row<Tables[T]>> };

export function createOutbox(contents: Contents): Outbox {
  let base = createBase(contents);
  let ops: readonly Op[] = [];
  return {
    add(patches) {
      const op: Op = { key: null, patches };
      ops = [...ops, op];
      return (key, list) => {
        // What was read from disk meanwhile may hold this very act.
        ops = inOrder([...ops.filter((other) => other !== op && other.key !== key), { key, patches }]);
        const isLatest = ops.at(-1)?.key === key;
        return isLatest ? EMPTY_DIFF : foldTouched({ base, ops, list }, idsByTable(patches));
      };
    },
    merge(news, list) {
      const known = new Set(ops.map((op) => op.key));
      const fresh = news.filter((op) => !known.has(op.key));
      ops = inOrder([...ops, ...fresh]);
      return foldTouched({ base, ops, list }, idsByTable(fresh.flatMap((op) => op.patches)));
    },
    absorb(upTo) {
      const isAbsorbed = (op: Op): boolean => op.key !== null && op.key <= upTo;
      for (const op of ops.filter(isAbsorbed)) for (const patch of op.patches) foldIntoBase(base, patch);
      ops = ops.filter((op) => !isAbsorbed(op));
    },
    restart(nextContents, stored, list) {
      base = createBase(nextContents);
      ops = [...stored, ...ops.filter((op) => op.key === null)];
      return foldTouched({ base, ops, list }, mergeIds(idsByTable(ops.flatMap((op) => op.patches)), base));
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

const LATEST = Number.MAX_SAFE_INTEGER;

const inOrder = (ops: readonly Op[]): readonly Op[] => ops.toSorted((a, b) => (a.key ?? LATEST) - (b.key ?? LATEST));

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
  { base, ops, list }: { readonly base: Base; readonly ops: readonly Op[]; readonly list: RowTables },
  ids: IdsByTable,
): Diff {
  const patches = ops.flatMap((op) => op.patches);
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
