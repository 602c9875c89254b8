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
  /** Reads an account's personal list on this device as the text of a list file; null if it cannot be read. */
  readonly readPersonalFile: (userId: string) => Promise<string | null>;
  /**
   * Removes the data of a deleted account from this device, and keeps its personal list in the demo if that was requested.
   * @param copy the personal list on screen; null to read it from the disk
   * @returns `demo` if the demo now has the list; `refused` if the disk refused: nothing was removed, and the next start
   * tries again
   */
  readonly removeDeletedAccount: (userId: string, copy: ListCopy | null) => Promise<'demo' | 'nothing' | 'refused'>;
};
