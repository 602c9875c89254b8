/** The demo account syncs nowhere: its outbox goes into the base as soon as there is a quiet moment. */
import type { Clock } from '#client/ports/clock.ts';
import type { Store } from './store.ts';

/** Quiet enough: nobody is in the middle of ticking. */
const QUIET_MS = 2000;

/** Absorbs the outbox two seconds after the last act; the result ends it. */
export function keepOutboxShort(store: Store, clock: Clock): () => void {
  let cancel = clock.after(QUIET_MS, () => void store.absorb());
  const stop = store.subscribe('outbox', () => {
    cancel();
    cancel = clock.after(QUIET_MS, () => void store.absorb());
  });
  return () => {
    stop();
    cancel();
  };
}
