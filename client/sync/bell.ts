/** What comes with the doorbell: rows are on screen before any pull, and the pull follows when it is quiet (product Y5). */
import type { TableName } from '#core/list/row.ts';
import type { VersionedRow } from '#core/sync/versioned-row.ts';
import type { Ring } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncStorage, Written } from '#client/ports/sync-storage.ts';
import { createSingleFlight } from '#client/store/single-flight.ts';

/** That the pull agrees with what rang can wait so long. */
const PULL_AFTER_MS = 1000;

type BellParts = {
  readonly storage: Pick<SyncStorage, 'receive'>;
  readonly clock: Clock;
  /** Under this id the device sends: what it wrote itself comes back with the answer to the push. */
  readonly deviceId: string;
  readonly onDisk: (written: Written) => Promise<void>;
  /** These tables are to be pulled soon. */
  readonly onTables: (tables: readonly TableName[]) => void;
  /** Something may have been missed: everything is to be pulled now. */
  readonly onLook: () => void;
};

export type Bell = {
  readonly ring: (ring: Ring) => void;
  /** Whether what others do rings here; otherwise one has to look by oneself. */
  readonly isLive: () => boolean;
  readonly close: () => void;
};

export function createBell({ storage, clock, deviceId, onDisk, onTables, onLook }: BellParts): Bell {
  const waiting: VersionedRow[] = [];
  let tables: readonly TableName[] = [];
  let isLive = false;
  let cancel: (() => void) | null = null;
  const pull = (): void => {
    cancel = null;
    onTables(tables);
    tables = [];
  };
  const takeIn = createSingleFlight(async () => {
    const rows = waiting.splice(0);
    if (rows.length === 0) return;
    // The list's name does not ring, and changes together with what does.
    tables = [...new Set([...tables, ...rows.map(({ table }) => table), 'profile' as const])];
    cancel ??= clock.after(PULL_AFTER_MS, pull);
    const received = await storage.receive(rows, {});
    if (received.ok) await onDisk(received.value);
  });
  return {
    ring(ring) {
      if (ring.type === 'rows') {
        waiting.push(...ring.rows.filter((row) => row.deviceId !== deviceId));
        if (waiting.length > 0) void takeIn();
        return;
      }
      if (ring.type !== 'look') isLive = ring.type === 'live';
      if (ring.type !== 'down') onLook();
    },
    isLive: () => isLive,
    close: () => cancel?.(),
  };
}
