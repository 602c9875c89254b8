/** Tells the backend that this device was in step: `last_sync_at`, at most once a minute (product Y11). */
import type { Backend } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';

const AT_MOST_EVERY_MS = 60_000;

export type NoteKeeper = {
  /** A pass was done: it is noted now, or when the minute is over. */
  readonly due: () => void;
  readonly close: () => void;
};

export function createNoteKeeper(clock: Clock, { noteSync }: Pick<Backend, 'noteSync'>): NoteKeeper {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const note = (): void => {
    cancel = null;
    last = clock.now();
    // Nothing depends on it: what fails is said again after the next pass.
    void noteSync(clock.isoNow());
  };
  return {
    due() {
      if (cancel !== null) return;
      const wait = last + AT_MOST_EVERY_MS - clock.now();
      if (wait <= 0) note();
      else cancel = clock.after(Math.min(wait, AT_MOST_EVERY_MS), note);
    },
    close: () => cancel?.(),
  };
}
