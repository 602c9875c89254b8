/**
 * Handles realtime change events: shows the rows they carry at once, and schedules the pull that confirms them
 * (product Y5).
 */
import type { TableName } from '#core/list/row.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { ChangeEvent } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';

/** Delay between the first change event and the pull that confirms it. Events in between share that pull. */
const PULL_AFTER_MS = 1000;

type ChangeEventParts = {
  readonly storage: Pick<SyncStorage, 'receive'>;
  readonly clock: Clock;
  /** The id under which this device pushes. Events about its own writes are skipped: the answer to the push has them. */
  readonly deviceId: string;
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
  const { storage, clock, deviceId, onDisk, onTables, onResync } = parts;
  const waiting: VersionedRow[] = [];
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
        waiting.push(...event.rows.filter((row) => row.deviceId !== deviceId));
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
