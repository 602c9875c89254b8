/** What the rest of the app sees of an account's sync. */
import type { SetAsideGroup } from '#core/sync/outgoing.ts';

export type SyncStatus = {
  /** Rows with changes that the backend has not taken yet. */
  readonly pending: number;
  /** The first time on this device: how many rows have come so far; null once everything was pulled once. */
  readonly firstSync: { readonly rows: number } | null;
  /** What the backend refused for good. */
  readonly tray: readonly SetAsideGroup[];
};

export type Sync = {
  /** The same object until something changes. */
  readonly status: () => SyncStatus;
  readonly onChange: (listener: () => void) => () => void;
  readonly retry: (id: string) => void;
  readonly discard: (id: string) => void;
  readonly close: () => void;
};
