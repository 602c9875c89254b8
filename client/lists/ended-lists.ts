/** Lists that the account has left or lost: what was not sent is kept first, then the list is removed from this device (product H6). */
import {
  countRows,
  endEntry,
  keepInEnded,
  type ListEntry,
  type ListsRecord,
  removeEndedEntry,
  settleCopied,
} from '#core/lists/lists-record.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ListDisk, Lists } from '#client/ports/lists.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { BackgroundSync } from './background-sync.ts';

/** Milliseconds until an ended list is removed, so that every tab has left it. */
const LEAVE_MS = 1000;

/** The disk, and the record of the account's lists. */
type Ending = {
  readonly disk: ListDisk;
  readonly entries: () => readonly ListEntry[];
  readonly change: (work: (last: ListsRecord) => ListsRecord) => Promise<Result<null, StorageFailure>>;
};

type Removing = Ending & { readonly userId: string; readonly clock: Clock; readonly onChange: Lists['onChange'] };

/** Removes the list at once unless there is something to offer, so that the user sees no notice without a reason. */
export async function leaveList(parts: Ending, listId: string, remove: Lists['remove']): Promise<void> {
  const unsent = await parts.disk.collectUnsent(listId);
  if (unsent.ok && (unsent.value === null || countRows(unsent.value.copy) === 0)) return remove(listId);
  await parts.change((record) => endEntry(record, listId));
  await keepUnsentCopy(parts, listId);
  return undefined;
}

/** What the user decides about an ended list. */
export function createEndedActions(
  parts: Ending,
  syncSoon: BackgroundSync['syncSoon'],
): Pick<Lists, 'keepUnsent' | 'dismiss'> {
  const { disk, entries, change } = parts;
  return {
    async keepUnsent(endedId, targetId) {
      // The device may still have the list, if the page was closed before it was removed.
      const kept = await keepUnsentCopy(parts, endedId);
      if (kept === 'failed') return fail({ type: 'storage-blocked' });
      const unsent = entries().find(({ id }) => id === endedId)?.unsent ?? null;
      const imported = unsent === null ? ok([]) : await disk.importCopy(targetId, unsent.copy);
      if (!imported.ok) return imported;
      const left = imported.value;
      syncSoon(targetId, true);
      const changed = await change((record) => settleCopied(record, endedId, left));
      return changed.ok ? ok(left.length) : changed;
    },
    async dismiss(endedId) {
      const hasUnsent = (known: readonly ListEntry[]): boolean =>
        known.some(({ id, unsent }) => id === endedId && unsent !== null);
      const wasOffered = hasUnsent(entries());
      // The user may have read the notice before the unsent changes were collected, here or in another tab. Then it offers them first.
      const kept = await keepUnsentCopy(parts, endedId);
      if (kept !== 'nothing') return;
      await change((record) => (hasUnsent(record.entries) && !wasOffered ? record : removeEndedEntry(record, endedId)));
    },
  };
}

/**
 * Keeps the rows of an ended list that were not sent, and removes the list from this device.
 * @returns `kept` if there are rows to copy; `failed` if the disk did not answer: nothing was removed, and the next start
 *   tries again; `joined` if the account has joined the list again
 */
async function keepUnsentCopy(
  { disk, entries, change }: Ending,
  listId: string,
): Promise<'kept' | 'nothing' | 'failed' | 'joined'> {
  const collected = await disk.collectUnsent(listId);
  if (!collected.ok) return 'failed';
  const unsent = collected.value;
  if (unsent !== null) {
    // The account may join the list again in the meantime; then its changes are in the list itself.
    const stored = await change((record) => keepInEnded(record, listId, unsent));
    if (!stored.ok) return 'failed';
  }
  if (!entries().some(({ id, state }) => id === listId && state === 'ended')) return 'joined';
  await disk.removeList(listId);
  return unsent !== null && countRows(unsent.copy) > 0 ? 'kept' : 'nothing';
}

/**
 * Removes ended lists from this device, and first keeps what was not sent (product H6).
 * @returns stops removing
 */
export function removeEndedLists(parts: Removing): () => void {
  const { userId, clock, entries, onChange } = parts;
  let isClosed = false;
  let cancel: (() => void) | null = null;
  const removed = new Set<string>();
  const removeAll = async (): Promise<void> => {
    const ended = entries().filter(({ state, id }) => state === 'ended' && id !== userId && !removed.has(id));
    for (const entry of ended) {
      removed.add(entry.id);
      // One after the other, because they share the record.
      if (!isClosed) await keepUnsentCopy(parts, entry.id);
    }
  };
  const removeSoon = (): void => {
    for (const { id, state } of entries()) if (state !== 'ended') removed.delete(id);
    cancel?.();
    cancel = clock.after(LEAVE_MS, () => void removeAll());
  };
  const stop = onChange(removeSoon);
  removeSoon();
  return () => {
    isClosed = true;
    stop();
    cancel?.();
  };
}
