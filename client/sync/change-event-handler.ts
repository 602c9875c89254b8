/**
 * Handles realtime change events: shows the rows they carry at once, and schedules the pull that confirms them
 * (product Y5).
 */
import type { TableName } from '#core/list/row.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { ChangeEvent } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncState, SyncStorage, Written } from '#client/ports/storage.ts';
import { createSingleFlight } from '#core/single-flight.ts';

/** Delay between the first change event and the pull that confirms it. Events in between share that pull. */
const PULL_AFTER_MS = 1000;

type ChangeEventParts = {
  readonly storage: Pick<SyncStorage, 'receive'>;
  readonly clock: Clock;
  /**
   * The id under which this device pushes, and the last number it used. Events about its later writes are skipped: the answers to its
   * pushes have them.
   */
  readonly device: Pick<SyncState, 'deviceId' | 'lastSeq'>;
  readonly onDisk: (written: Written) => Promise<void>;
  /** Pulls these tables soon. */
  readonly onTables: (tables: readonly TableName[]) => void;
  /** Pulls every table now, because events may have been missed. */
  readonly onResync: () => void;
};

export type ChangeEventHandler = {
  readonly handle: (event: ChangeEvent) => void;
  /** Whether the realtime subscription is active. While it is not, the sync has to poll. */
  readonly isLive: () => boolean;
  readonly close: () => void;
};

export function createChangeEventHandler(parts: ChangeEventParts): ChangeEventHandler {
  const { storage, clock, device, onDisk, onTables, onResync } = parts;
  const waiting: VersionedRow[] = [];
  const isOwnWrite = createEchoFilter(device);
  let tables: readonly TableName[] = [];
  let isLive = false;
  let cancel: (() => void) | null = null;
  const pull = (): void => {
    cancel = null;
    onTables(tables);
    tables = [];
  };
  const mergeRows = createSingleFlight(async () => {
    const rows = waiting.splice(0);
    if (rows.length === 0) return;
    // The list's own row, which has its name, has no change events. It usually changes together with a table that has.
    tables = [...new Set([...tables, ...rows.map(({ table }) => table), 'listRow' as const])];
    cancel ??= clock.after(PULL_AFTER_MS, pull);
    const received = await storage.receive(rows, {});
    if (received.ok) await onDisk(received.value);
  });
  return {
    handle(event) {
      if (event.type === 'rows') {
        waiting.push(...event.rows.filter((row) => !isOwnWrite(row)));
        if (waiting.length > 0) void mergeRows();
        return;
      }
      if (event.type !== 'resync') isLive = event.type === 'live';
      if (event.type !== 'down') onResync();
    },
    isLive: () => isLive,
    close: () => cancel?.(),
  };
}

/**
 * Recognizes the events about the device's own writes. Each has a higher number than the one before in its table. A client that knows
 * nothing about numbers changes a row without changing its number, so a number that was reported before is of another client's write.
 */
function createEchoFilter({ deviceId, lastSeq }: ChangeEventParts['device']): (row: VersionedRow) => boolean {
  const reported = new Map<TableName, number>();
  return ({ table, deviceId: writer, deviceSeq }) => {
    if (writer !== deviceId) return false;
    // Without numbers, only the device is known.
    if (deviceSeq === undefined) return true;
    const isNew = deviceSeq > (reported.get(table) ?? lastSeq);
    if (isNew) reported.set(table, deviceSeq);
    return isNew;
  };
}
