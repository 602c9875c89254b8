/** Reads from the disk what is in a list that may not be open, and what of it the backend does not have. */
import { isDemoList, listKey, type ListRef } from '#core/account/list-ref.ts';
import type { ListCopy } from '#core/change/change.ts';
import { fileToListCopy, listToFile } from '#core/copy/list-file.ts';
import { countPatchedRows, type Patch } from '#core/diff/diff.ts';
import { type List, listName, liveRow, liveRows } from '#core/list/list.ts';
import { compareById } from '#core/list/compare-text.ts';
import { pickItem } from '#core/list/item-fields.ts';
import { pickRanks, storeField, type Stores } from '#core/list/keyed-fields.ts';
import { readStores } from '#core/stores/stores.ts';
import { createLostCategory, type Item, type Row, type Rows, type TableName } from '#core/list/row.ts';
import type { UnsentChanges } from '#core/lists/lists-record.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListedName, ListSummary } from '#client/ports/lists.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import { openOutbox } from '#client/store/outbox.ts';
import { findDatabase } from '#device/database/find-database.ts';
import { withList } from './with-list.ts';

/** A list, with the changes that only this device has. */
export type StoredList = {
  /** With the unsent and the rejected changes applied. */
  readonly list: List;
  readonly waiting: readonly Patch[];
  readonly rejected: readonly Patch[];
};

/** Reads a list. Null if it is not on this device. */
export async function readUnsent(ref: ListRef, clock: Clock): Promise<Result<StoredList | null, StorageFailure>> {
  const found = await findDatabase(listKey(ref));
  if (found !== 'here') return found === 'absent' ? ok(null) : fail({ type: 'storage-blocked' });
  return withList(ref, async ({ storage }) => {
    const opened = await storage.open(null);
    if (!opened.ok) return opened;
    // The demo's changes have no backend to go to.
    if (isDemoList(ref)) return ok({ list: openOutbox(opened.value).memory.list, waiting: [], rejected: [] });
    const sync = await (await storage.loadSync(clock)).readSync();
    if (!sync.ok) return sync;
    const rejected = sync.value.rejected.flatMap(({ group }) => group.patches.map(({ patch }) => patch));
    const waiting = opened.value.outbox.flatMap(({ patches }) => patches);
    // Rejected changes come first: the waiting ones are newer.
    const outbox = [{ key: Number.MAX_SAFE_INTEGER, patches: [...rejected, ...waiting] }];
    const { list } = openOutbox({ ...opened.value, outbox }).memory;
    return ok({ list, waiting, rejected });
  });
}

/** A list that was read as `T`, or why it was not. */
type ListRead<T> =
  | ({ readonly type: 'here' } & T)
  /** The list does not exist on this device. */
  | { readonly type: 'absent' }
  /** Its rows were never downloaded to this device. */
  | { readonly type: 'empty' }
  /** The disk did not answer, or the list cannot be read. */
  | { readonly type: 'unknown' };

export type CopyRead = ListRead<{ readonly copy: ListCopy }>;

/** Reads a list as a list file has it. */
export async function readCopy(ref: ListRef, clock: Clock): Promise<CopyRead> {
  const read = await readListFile(ref, clock);
  if (read.type !== 'here') return read;
  const copy = fileToListCopy(read.text);
  return copy.ok ? { type: 'here', copy: copy.value } : { type: 'unknown' };
}

/** Reads a list, with its unsent changes, as the text of a list file. */
export async function readListFile(ref: ListRef, clock: Clock): Promise<ListRead<{ readonly text: string }>> {
  const found = await findDatabase(listKey(ref));
  if (found !== 'here') return { type: found };
  return withList(ref, async ({ storage }) => {
    const opened = await storage.open(null);
    if (!opened.ok) return { type: 'unknown' };
    if (opened.value.isFresh) return { type: 'empty' };
    return { type: 'here', text: listToFile(openOutbox(opened.value).memory.list, clock.isoNow()) };
  });
}

export function summarize({ list, waiting, rejected }: StoredList): ListSummary {
  const items = liveRows(list.items);
  return {
    left: items.filter(({ checked }) => !checked).length,
    total: items.length,
    unsent: countPatchedRows(waiting) + rejected.length,
  };
}

/** The names of all items, deleted or not. A tin of something says nothing about the thing itself. */
export const listedNames = ({ items, categories }: List): readonly ListedName[] =>
  [...items.values()]
    .filter(({ unit }) => unit !== 'can')
    // Ids begin with the time.
    .toSorted(compareById)
    .map(({ name, category }) => ({ name, category: categories.get(category)?.name ?? '' }));

/** The unsent changes, with a copy of the changed rows that were not deleted; null if there are none. */
export function collectUnsent({ list, waiting, rejected }: StoredList): UnsentChanges | null {
  const patches = [...rejected, ...waiting];
  if (patches.length === 0) return null;
  const items = changedRows(list.items, patches, 'items');
  const savedLists = changedRows(list.savedLists, patches, 'savedLists');
  const needed = new Set([...items, ...savedLists.flatMap((saved) => saved.items)].map(({ category }) => category));
  const changed = changedRows(list.categories, patches, 'categories').filter(({ id }) => !needed.has(id));
  const categories = [...needed].map((id) => list.categories.get(id) ?? createLostCategory(id));
  const copy = {
    listName: listName(list),
    stores: storesOfItems(list, [...items, ...savedLists.flatMap((saved) => saved.items)]),
    items: items.map(pickItem),
    categories: [...categories, ...changed].map((category) => ({
      ...pickRanks(category),
      id: category.id,
      name: category.name,
      color: category.color,
      inList: category.inList,
    })),
    savedLists: savedLists.map(({ id, name, items: saved, createdAt }) => ({ id, name, items: saved, createdAt })),
  };
  return { copy, patches };
}

/** The stores to which items are tied. */
function storesOfItems(list: List, items: readonly Item[]): Stores {
  const used = new Set(items.map(({ store }) => store));
  return Object.fromEntries(
    readStores(list).flatMap(({ id, name }) => (used.has(id) ? [[storeField(id), name] as const] : [])),
  );
}

function changedRows<R extends { readonly id: string }>(
  rows: Rows<R>,
  patches: readonly Patch[],
  table: TableName,
): readonly Row<R>[] {
  const ids = new Set(patches.filter((patch) => patch.table === table).map(({ id }) => id));
  return [...ids].map((id) => liveRow(rows, id)).filter((row) => row !== undefined);
}
