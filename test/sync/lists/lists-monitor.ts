/** Checks what a device does with unsent changes of lists that have ended (product H6). */
import type { Patch } from '#core/diff/diff.ts';
import { liveRow, liveRows, type List, type RowTables } from '#core/list/list.ts';
import type { ListCopy } from '#core/change/change.ts';
import type { ListsRecord } from '#core/lists/lists-record.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import { expectPendingShown, expectThat, viewFields } from '#test/sync/fields.ts';
import type { ListsServerDouble } from './lists-server.ts';

/** What a device has in a list, with the changes that the backend lacks. */
export type StoredList = {
  /** With those changes applied. */
  readonly list: List;
  readonly waiting: readonly Patch[];
  readonly rejected: readonly Patch[];
};

/**
 * Checks that a list is removed only after its unsent changes were kept.
 * @param unsent the copy that the device offers
 */
export function checkRemoval(listId: string, { list, waiting, rejected }: StoredList, unsent: ListCopy | null): void {
  const changed = new Set([...waiting, ...rejected].filter(({ table }) => table === 'items').map(({ id }) => id));
  for (const item of liveRows(list.items).filter(({ id }) => changed.has(id))) {
    const kept = unsent?.items.find(({ id }) => id === item.id);
    expectThat(
      kept?.name === item.name && kept.checked === item.checked,
      `The unsent change of ${item.id} is lost when list ${listId} is removed`,
    );
  }
}

/** Checks that a device ends only lists that its account has left or lost (product H6). */
export function checkEnded(server: ListsServerDouble, account: string, record: ListsRecord): void {
  for (const { id, state } of record.entries) {
    const hasEnded = state !== 'ended' || server.versionAtEnd(account, id) !== null;
    expectThat(hasEnded, `A device of ${account} ends list ${id}, which has not ended`);
  }
}

/**
 * Checks that a list which was removed from a device comes back only after the account has joined it again. One that was deleted before
 * the server had it comes back only if another device of the account has shared it.
 * @returns checks a change of the record
 */
export function createReturnCheck(server: ListsServerDouble, account: string) {
  const endsAtRemoval = new Map<string, number>();
  const isBackTooSoon = (id: string): boolean => {
    const ends = endsAtRemoval.get(id);
    const { joins } = server.countsOf(account, id);
    return ends !== undefined && (ends === 0 ? !server.wasShared(id) : joins <= ends);
  };
  return (before: ListsRecord, after: ListsRecord): void => {
    const lacks = ({ entries }: ListsRecord, id: string): boolean => entries.every((entry) => entry.id !== id);
    for (const { id } of before.entries) if (lacks(after, id)) endsAtRemoval.set(id, server.countsOf(account, id).ends);
    for (const { id } of after.entries.filter((entry) => lacks(before, entry.id)))
      expectThat(!isBackTooSoon(id), `The removed list ${id} comes back to a device of ${account}`);
  };
}

type DropContext = {
  /** The lists whose unsent changes the user has decided to drop. */
  readonly dropped: ReadonlySet<string>;
  /** What the device shows, by list. */
  readonly views: ReadonlyMap<string, RowTables>;
};

/** Checks that a change of the record drops no unsent changes, unless the user has decided so or a list shows them. */
export function checkDropped(before: ListsRecord, after: ListsRecord, { dropped, views }: DropContext): void {
  for (const { id, unsent } of before.entries) {
    const now = after.entries.find((entry) => entry.id === id);
    if (unsent === null || now?.unsent || dropped.has(id)) continue;
    // An account that has joined the list again made every change again. Otherwise, the rows were copied into another list.
    const own = now === undefined ? undefined : views.get(id);
    if (own === undefined) checkCopied(id, unsent.copy, views);
    else expectPendingShown(unsent.patches, viewFields(own));
  }
}

function checkCopied(endedId: string, { items }: ListCopy, views: DropContext['views']): void {
  for (const { id } of items) {
    const isShown = [...views].some(([listId, view]) => showsItem(view, listId, id));
    expectThat(isShown, `The unsent change of ${id} in the ended list ${endedId} is dropped`);
  }
}

/** Whether a list shows an item, under its own id or the one that a copy gets in this list. */
const showsItem = ({ items }: RowTables, listId: string, id: string): boolean =>
  liveRow(items, id) !== undefined || liveRow(items, `${id}-${listId}`) !== undefined;

/** Checks that a device receives nothing that is newer than the end of its account's membership (product H10). */
export function checkReceived(
  server: ListsServerDouble,
  { account, listId }: { readonly account: string; readonly listId: string },
  rows: readonly VersionedRow[],
): void {
  if (server.isMember(account, listId)) return;
  const last = server.versionAtEnd(account, listId) ?? 0;
  for (const { row, version } of rows) {
    expectThat(version <= last, `${account} reads ${row.id} of list ${listId} after the end: ${version} > ${last}`);
  }
}
