/** Brings acts of pages that were left to the disk: those that did not arrive there after all, each once. */
import type { HistoryChange } from '#core/history/history.ts';
import type { Patch } from '#core/diff/diff.ts';
import { parseJson, readValue, removeValue, writeValue } from '#device/local-storage.ts';
import { isListOf, isText, isWith } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import type { Database } from './database.ts';
import { settle } from './database.ts';
import { isHistoryRecord, isPatch } from './records.ts';
import { hasRecords } from './read-state.ts';
import { ALL_STORES, META } from './schema.ts';
import { findStrandedKeys } from './stranding.ts';

type StrandedAct = { readonly id: string; readonly patches: readonly Patch[]; readonly history: HistoryChange };

/** Lands everything that is stranded of this account; what cannot be read is kept aside (product D1). */
export async function landStranded(database: Database, userId: string): Promise<void> {
  // Where the list itself was cleared, a tick alone would stand for a list without items.
  if (!(await hasRecords(database.transaction(ALL_STORES)))) return;
  for (const key of findStrandedKeys(userId)) {
    const text = readValue(key);
    const acts = parseJson(text);
    if (areStrandedActs(acts)) await land(database, acts);
    else if (text !== null && !writeValue(`checklist.aside.${key}`, text)) continue;
    removeValue(key);
  }
}

const areStrandedActs: Guard<readonly StrandedAct[]> = isListOf(
  isWith({
    id: isText,
    patches: isListOf(isPatch),
    history: isWith({ put: isListOf(isHistoryRecord), remove: isListOf(isText) }),
  }),
);

const areIds = isListOf(isText);

async function land(database: Database, acts: readonly StrandedAct[]): Promise<void> {
  const tx = database.transaction(['outbox', 'history', 'meta'], 'readwrite');
  const outbox = tx.objectStore('outbox');
  const steps = tx.objectStore('history');
  const write = async (): Promise<void> => {
    const [records, absorbed] = await Promise.all([outbox.getAll(), tx.objectStore('meta').get(META.absorbedIds)]);
    const arrived = new Set([...records.map(({ id }) => id), ...(areIds(absorbed) ? absorbed : [])]);
    const missing = acts.filter(({ id }) => !arrived.has(id));
    await Promise.all(
      missing.flatMap(({ id, patches, history }) => [
        outbox.add({ id, patches }),
        ...history.remove.map((step) => steps.delete(step)),
        ...history.put.map((entry) => steps.put(entry)),
      ]),
    );
  };
  await settle(tx, write());
}
