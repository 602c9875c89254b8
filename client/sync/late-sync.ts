/** A sync whose code could not be fetched just now: as without a network, until it can (product Y6). */
import type { Clock } from '#client/ports/clock.ts';
import type { Sync } from './sync.ts';

const RETRY_MS = 10_000;

type LateParts = {
  /** Begins the real one: rejects where its code cannot be fetched, gives null where the disk went away. */
  readonly start: () => Promise<Sync | null>;
  readonly clock: Clock;
  /** How many changes waited when the list was opened. */
  readonly pending: number;
};

/** Stands in for a sync that begins as soon as it can. */
export function createLateSync({ start, clock, pending }: LateParts): Sync {
  const listeners = new Set<() => void>();
  const waiting = { pending, firstSync: null, tray: [] };
  let sync: Sync | null = null;
  let isClosed = false;
  const notify = (): void => listeners.forEach((listener) => listener());
  const tryLater = (): (() => void) =>
    clock.after(RETRY_MS, () => {
      start().then(take, () => {
        cancel = tryLater();
      });
    });
  const take = (started: Sync | null): void => {
    if (isClosed) started?.close();
    sync = started;
    sync?.onChange(notify);
    notify();
  };
  let cancel = tryLater();
  return {
    status: () => sync?.status() ?? waiting,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry: (id) => sync?.retry(id),
    discard: (id) => sync?.discard(id),
    close() {
      isClosed = true;
      cancel();
      sync?.close();
    },
  };
}
