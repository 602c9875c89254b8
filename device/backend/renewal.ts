/** Renews the token before its end while the page can be seen, in one timer (spec section 4: automatically before expiry). */
import type { Clock } from '#client/ports/clock.ts';

/** As the auth library ticks (spec section 9). */
const TICK_MS = 30_000;

/** @param look sees that the token is not near its end; the result stops it */
export function keepRenewed(clock: Clock, look: () => void): () => void {
  let cancel: (() => void) | null = null;
  const tick = (): void => {
    cancel?.();
    cancel = null;
    if (document.visibilityState === 'hidden') return;
    cancel = clock.after(TICK_MS, tick);
    look();
  };
  document.addEventListener('visibilitychange', tick);
  tick();
  return () => {
    cancel?.();
    document.removeEventListener('visibilitychange', tick);
  };
}
