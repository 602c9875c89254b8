/** Reads and writes the sync record. Like every record that comes back from the disk, it is checked when it is read. */
import type { SyncRecord } from '#core/sync/sync-record.ts';
import type { NumberedPatch, PushGroup } from '#core/sync/push-groups.ts';
import { isFlag, isListOf, isObject, isText, isWith, isWord } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import { isPatch } from '#device/database/records.ts';
import type { StoredSyncRecord } from '#device/database/schema.ts';

/** The sync record in a stored value; null where the value is not one. */
export function storedToSyncRecord(value: unknown): SyncRecord | null {
  if (!isStoredSyncRecord(value)) return null;
  const { tray, ...record } = value;
  return { ...record, rejected: tray };
}

/** The value to store for a sync record. */
export const syncRecordToStored = ({ rejected, ...record }: SyncRecord): StoredSyncRecord => ({
  ...record,
  tray: rejected,
});

const isNumber: Guard<number> = (value) => typeof value === 'number';

const isNumberedPatch: Guard<NumberedPatch> = isWith({ patch: isPatch, seq: isNumber });

const isGroup: Guard<PushGroup> = isWith({
  table: isWord('items', 'categories', 'savedLists', 'profile'),
  deviceId: isText,
  patches: isListOf(isNumberedPatch),
});

const isPush: Guard<SyncRecord['push']> = (value) =>
  value === null || isWith({ groups: isListOf(isGroup), upTo: isNumber })(value);

const isStoredSyncRecord: Guard<StoredSyncRecord> = (value): value is StoredSyncRecord =>
  isObject(value) &&
  isWith({ id: isText, lastSeq: isNumber })(value['device']) &&
  isWith({ items: isNumber, categories: isNumber, savedLists: isNumber, profile: isNumber })(value['cursors']) &&
  isFlag(value['isComplete']) &&
  isPush(value['push']) &&
  isListOf(isWith({ id: isText, group: isGroup, message: isText }))(value['tray']);
