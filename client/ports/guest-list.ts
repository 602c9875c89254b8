/** The guest list: the demo's list on this device, and its import into a new account (product L2). */
import type { ListCopy } from '#core/change/change.ts';

export type GuestList = {
  /** Counts its items; null if there is no guest list on this device or if it is unchanged since its creation. */
  readonly preview: () => Promise<{ readonly items: number } | null>;
  /** Requests the import into the account with this email address, at its first sign-in on this device. */
  readonly requestImport: (email: string) => void;
  /** Whether an import into the account with this email address is requested. */
  readonly isImportRequested: (email: string) => boolean;
  /** Cancels the requested import. */
  readonly cancelImport: () => void;
  /**
   * Removes the data of a deleted account from this device, and keeps its list in the demo if that was requested.
   * @returns `demo` if the demo now has the list; `refused` if the disk refused: nothing was removed, and the next start
   * tries again
   */
  readonly removeDeletedAccount: (userId: string, copy: ListCopy) => Promise<'demo' | 'nothing' | 'refused'>;
};
