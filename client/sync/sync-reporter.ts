/** Reports to the backend that this device is in sync: `last_sync_at`, at most once a minute (product Y11). */
import type { Backend } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';

const AT_MOST_EVERY_MS = 60_000;

export type SyncReporter = {
  /** Reports a completed sync cycle now or, if the last report is less than a minute old, when the minute is over. */
  readonly report: () => void;
  readonly close: () => void;
};

export function createSyncReporter(clock: Clock, { reportSync }: Pick<Backend, 'reportSync'>): SyncReporter {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const send = (): void => {
    cancel = null;
    last = clock.now();
    // Nothing depends on the result. After a failure, the next sync cycle reports again.
    void reportSync(clock.isoNow());
  };
  return {
    report() {
      if (cancel !== null) return;
      const wait = last + AT_MOST_EVERY_MS - clock.now();
      if (wait <= 0) send();
      else cancel = clock.after(Math.min(wait, AT_MOST_EVERY_MS), send);
    },
    close: () => cancel?.(),
  };
}
