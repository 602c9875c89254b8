/** Replays the unload journals of closed pages: stores each change that did not reach the disk, once. */
import type { HistoryChange } from '#core/history/history.ts';
import type { Patch } from '#core/diff/diff.ts';
import { parseJson, quarantineValue, readValue, removeValue } from '#device/local-storage/local-storage.ts';
import { isListOf, isText, isWith } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import type { Run } from '#device/database/database.ts';
import { areIds, isHistoryRecord, isPatch } from '#device/database/records.ts';
import { hasRecords, LIST_STORES } from '#device/database/read-state.ts';
import { META } from '#device/database/schema.ts';
import type { Transaction } from '#device/database/schema.ts';
import { findJournalKeys } from './unload-journal.ts';

type JournaledChange = { readonly id: string; readonly patches: readonly Patch[]; readonly history: HistoryChange };

/**
 * Replays every journal of this list. A journal that cannot be read is quarantined in local storage (product D1). If the disk
 * refuses, the journals stay for the next start.
 */
export async function replayJournal(run: Run, listKey: string): Promise<void> {
  // If the list itself was cleared, a change alone would create a list without items.
  const found = await run(LIST_STORES, 'readonly', hasRecords);
  if (!found.ok || !found.value) return;
  for (const key of findJournalKeys(listKey)) {
    const text = readValue(key);
    const changes = parseJson(text);
    if (areJournaledChanges(changes)) {
      const replayed = await run(['outbox', 'history', 'meta'], 'readwrite', (tx) => replay(tx, changes));
      if (!replayed.ok) return;
    } else if (text !== null && !quarantineValue(key, text)) continue;
    removeValue(key);
  }
}

const areJournaledChanges: Guard<readonly JournaledChange[]> = isListOf(
  isWith({
    id: isText,
    patches: isListOf(isPatch),
    history: isWith({ put: isListOf(isHistoryRecord), remove: isListOf(isText) }),
  }),
);

async function replay(
  tx: Transaction<'outbox' | 'history' | 'meta'>,
  changes: readonly JournaledChange[],
): Promise<void> {
  const outbox = tx.objectStore('outbox');
  const steps = tx.objectStore('history');
  const [records, compacted] = await Promise.all([outbox.getAll(), tx.objectStore('meta').get(META.compactedIds)]);
  const arrived = new Set([...records.map(({ id }) => id), ...(areIds(compacted) ? compacted : [])]);
  const missing = changes.filter(({ id }) => !arrived.has(id));
  await Promise.all(
    missing.flatMap(({ id, patches, history }) => [
      outbox.add({ id, patches }),
      ...history.remove.map((step) => steps.delete(step)),
      ...history.put.map((entry) => steps.put(entry)),
    ]),
  );
}
