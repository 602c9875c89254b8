/**
 * Acts that were still waiting for the disk when the page was left. A browser drops a transaction that waits behind
 * another, such as a tab's that reads just then; so leaving the page puts what is under way into local storage at once.
 */
import type { Batch } from '#client/ports/storage.ts';
import { removeValue, writeValue } from '#device/local-storage.ts';

export type Stranding = {
  /** An act is on its way to the disk; returns the id under which it is written, and what to call once it has arrived or failed. */
  readonly begin: (batch: Batch) => { readonly id: string; readonly end: () => void };
  /** Whether pages that were left have put acts into local storage. */
  readonly isAnyThere: () => boolean;
};

/** One for each account that is open; `createId` gives ids that never meet. */
export function createStranding(userId: string, createId: () => string): Stranding {
  const key = `${strandedPrefix(userId)}${createId()}`;
  const underWay = new Map<string, Batch>();
  let isWritten = false;
  const write = (): void => {
    if (underWay.size > 0) {
      const acts = Array.from(underWay, ([id, batch]) => ({ id, ...batch }));
      isWritten = writeValue(key, JSON.stringify(acts));
    } else if (isWritten) {
      removeValue(key);
      isWritten = false;
    }
  };
  return {
    begin(batch) {
      const id = createId();
      underWay.set(id, batch);
      // Only while something is under way, and the same one is added once: a list that is closed leaves nothing behind.
      window.addEventListener('pagehide', write);
      return {
        id,
        end() {
          underWay.delete(id);
          if (underWay.size === 0) window.removeEventListener('pagehide', write);
          // The page came back, or took its time to go.
          if (isWritten) write();
        },
      };
    },
    isAnyThere: () => findStrandedKeys(userId).length > 0,
  };
}

/** Where nothing is left in a hurry. */
export const NO_STRANDING: Stranding = {
  begin: () => ({ id: '', end: () => undefined }),
  isAnyThere: () => false,
};

/** The keys of local storage under which pages left their acts. */
export function findStrandedKeys(userId: string): readonly string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
    return keys.filter((key) => key.startsWith(strandedPrefix(userId)));
  } catch {
    // Where nothing can be stored, nothing is stranded.
    return [];
  }
}

const strandedPrefix = (userId: string): string => `checklist.stranded.${userId}.`;
