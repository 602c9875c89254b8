/** The loop that syncs lists: one cycle at a time over all tabs, and retries of the cycles that failed (product Y4). */
import type { TableName } from '#core/list/row.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SyncLock } from '#client/ports/storage.ts';
import { createSingleFlight } from '#core/single-flight.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import type { CycleResult } from './sync-cycle.ts';

/** A list whose sync cycle is due. */
export type DueList = {
  readonly listId: string;
  /** The tables to pull after the push. */
  readonly tables: readonly TableName[];
};

export type SyncLoop = {
  /** Marks a list as due. It is synced with the next run. */
  readonly add: (list: DueList) => void;
  /** Syncs the lists that are due: now, after the current run, or when the time is over that the server asked to wait. */
  readonly run: () => void;
  readonly close: () => void;
};

type SyncLoopParts = {
  readonly clock: Clock;
  /** The lock that the tabs share for a list. */
  readonly lockOf: (listId: string) => SyncLock;
  readonly runCycle: (list: DueList) => Promise<CycleResult>;
  /** Called after each complete cycle, with the tables that it has pulled. */
  readonly onDone: (list: DueList) => void;
  /** Called when the backend says that the account is not a member of the list anymore. */
  readonly onNotAMember: (listId: string) => Promise<void>;
};

/** A list stays due. Without a time of the backend, the loop decides when. */
type Retry = { readonly retryAfterMs: number | null };

export function createSyncLoop(parts: SyncLoopParts): SyncLoop {
  const backoff = createBackoff(parts.clock);
  const due = createDueLists();
  const postponed = createPostponedLists(parts.clock, () => run());
  let isOver = false;
  const close = (): void => {
    isOver = true;
    backoff.stop();
    postponed.close();
  };
  const runDue = async (): Promise<Retry | null> => {
    let last: Retry | null = null;
    for (const listId of due.ids()) {
      if (postponed.has(listId)) continue;
      const result = isOver ? null : await runLocked(parts, due, { listId, isOver: () => isOver });
      const retry = result && (await settle(parts, { due, postponed, close, listId }, result));
      // If the backend asked to wait, the other lists have to wait, too.
      if (retry !== null && retry.retryAfterMs !== null) return retry;
      last = retry ?? last;
    }
    return last;
  };
  const schedule = (retry: Retry | null): void => {
    if (isOver) return;
    if (retry === null) backoff.reset();
    else backoff.retry(run, retry.retryAfterMs);
  };
  const runAll = createSingleFlight(async () => {
    if (isOver || backoff.isHeld()) return;
    backoff.stop();
    // A bug in one cycle must not keep the lists from the next.
    let retry: Retry | null = { retryAfterMs: null };
    try {
      retry = await runDue();
    } finally {
      schedule(retry);
    }
  });
  const run = (): void => void runAll();
  return { add: due.add, run, close };
}

type Loop = {
  readonly due: DueLists;
  readonly postponed: PostponedLists;
  readonly close: () => void;
  readonly listId: string;
};

/**
 * Decides what happens after a cycle. A result without a case does not compile.
 * @returns null unless the list stays due
 */
async function settle(
  parts: SyncLoopParts,
  { due, postponed, close, listId }: Loop,
  result: CycleResult,
): Promise<Retry | null> {
  switch (result.type) {
    case 'done':
      postponed.forget(listId);
      parts.onDone({ listId, tables: result.tables });
      return null;
    case 'retry':
      return due.postpone({ listId, tables: result.tables }, result.retryAfterMs);
    case 'not-a-member':
      postponed.add(listId);
      await parts.onNotAMember(listId);
      return null;
    case 'signed-out':
      close();
      return null;
  }
}

type Running = { readonly listId: string; readonly isOver: () => boolean };

/**
 * Runs the cycle of one list while no other tab syncs it.
 * @returns null if the loop ended while the tab waited for the lock
 */
async function runLocked(
  parts: SyncLoopParts,
  due: DueLists,
  { listId, isOver }: Running,
): Promise<CycleResult | null> {
  const result = await parts.lockOf(listId).run(async () => {
    if (isOver()) return null;
    // What becomes due while the tab waits for the lock belongs to this cycle.
    const list = due.take(listId);
    return parts.runCycle(list).catch((error: unknown) => {
      due.add(list);
      throw error;
    });
  });
  // Without the lock, the list is still due.
  return result ?? (isOver() ? null : { type: 'retry', tables: [], retryAfterMs: null });
}

type DueLists = ReturnType<typeof createDueLists>;

/** The lists that are due. */
function createDueLists() {
  const tablesById = new Map<string, ReadonlySet<TableName>>();
  const add = ({ listId, tables }: DueList): void => {
    tablesById.set(listId, new Set([...(tablesById.get(listId) ?? []), ...tables]));
  };
  return {
    add,
    ids: (): readonly string[] => [...tablesById.keys()],
    /** Removes the list, because its cycle starts. */
    take: (listId: string): DueList => {
      const tables = [...(tablesById.get(listId) ?? [])];
      tablesById.delete(listId);
      return { listId, tables };
    },
    /** Makes the list due again. */
    postpone: (list: DueList, retryAfterMs: number | null): Retry => {
      add(list);
      return { retryAfterMs };
    },
  };
}

/** The first wait in milliseconds after the backend did not know a list. Each further one is twice as long, up to the longest that a server can ask for. */
const FIRST_POSTPONED_MS = 10_000;

type PostponedLists = ReturnType<typeof createPostponedLists>;

/**
 * The lists that the backend does not know, although nothing confirms their end: it was restored from a backup, for example. Each
 * action would be refused, so such a list waits while the others are synced.
 * @param onOver called when the wait of a list is over
 */
function createPostponedLists(clock: Clock, onOver: () => void) {
  const waits = new Map<string, { readonly backoff: Backoff; readonly nextMs: number }>();
  return {
    has: (listId: string): boolean => waits.get(listId)?.backoff.isHeld() === true,
    add(listId: string): void {
      const { backoff, nextMs } = waits.get(listId) ?? { backoff: createBackoff(clock), nextMs: FIRST_POSTPONED_MS };
      backoff.retry(onOver, nextMs);
      waits.set(listId, { backoff, nextMs: nextMs * 2 });
    },
    forget: (listId: string): void => void waits.delete(listId),
    close(): void {
      for (const { backoff } of waits.values()) backoff.stop();
    },
  };
}
