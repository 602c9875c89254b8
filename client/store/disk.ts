/** Sends acts to the disk, keeps those it refused, and tries them again with the next act (product D2). */
import type { Batch, Storage, StorageFailure } from '#client/ports/storage.ts';

type Write = { readonly batch: Batch; readonly onDurable: (key: number) => void };

export type Disk = {
  /** Issues the write before it returns. */
  readonly write: (batch: Batch, onDurable: (key: number) => void) => void;
  /** Why the last write failed; null while all is well. */
  readonly failure: () => StorageFailure | null;
};

export function createDisk(storage: Storage, onFailureChange: () => void): Disk {
  let refused: readonly Write[] = [];
  let failure: StorageFailure | null = null;
  const setFailure = (next: StorageFailure | null): void => {
    if (next?.type === failure?.type) return;
    failure = next;
    onFailureChange();
  };
  const send = async (write: Write): Promise<void> => {
    const result = await storage.append(write.batch);
    if (!result.ok) {
      refused = [...refused, write];
      setFailure(result.failure);
      return;
    }
    write.onDurable(result.value);
    if (refused.length === 0) setFailure(null);
  };
  return {
    write(batch, onDurable) {
      const writes = [...refused, { batch, onDurable }];
      refused = [];
      for (const write of writes) void send(write);
    },
    failure: () => failure,
  };
}
