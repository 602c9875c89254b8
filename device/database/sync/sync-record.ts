/** Checks the sync record. Like every record that comes back from the disk, it is checked when it is read. */
import type { SyncRecord, NumberedPatch, PushGroup } from '#core/sync/sync-record.ts';
import { byTable, TABLES } from '#core/list/row.ts';
import {
  isFlag,
  isListOf,
  isNumber,
  isObject,
  isText,
  isWith,
  isWithAnyOf,
  isWord,
  type Guard,
} from '#device/shape.ts';
import { isPatch } from '#device/database/records.ts';

const isNumberedPatch: Guard<NumberedPatch> = isWith({ patch: isPatch, seq: isNumber });

const isWholeGroup: Guard<PushGroup> = isWith({
  table: isWord(...TABLES),
  deviceId: isText,
  patches: isListOf(isNumberedPatch),
});

const hasValidCount = isWithAnyOf({ suspicions: isNumber });

const isGroup: Guard<PushGroup> = (value): value is PushGroup => isWholeGroup(value) && hasValidCount(value);

const isPush: Guard<SyncRecord['push']> = (value) =>
  value === null || isWith({ groups: isListOf(isGroup), upTo: isNumber })(value);

export const isSyncRecord: Guard<SyncRecord> = (value): value is SyncRecord =>
  isObject(value) &&
  isWith({ id: isText, lastSeq: isNumber })(value['device']) &&
  isWith(byTable(() => isNumber))(value['cursors']) &&
  isFlag(value['isComplete']) &&
  isNumber(value['itemFields']) &&
  isPush(value['push']) &&
  isListOf(isWith({ id: isText, group: isGroup, message: isText }))(value['rejected']);
