/** The faults of the soak test's network, by chance. */
import type { FaultProxy } from '#test/servers/fault-proxy.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The probability of each fault of a request. */
const FAULTS = { drop: 0.07, stall: 0.005, delay: 0.15, duplicate: 0.07, 'cut-after': 0.07 };
/** The probability that a message cuts its socket. */
const SOCKET_CUTS = 0.02;
const LONGEST_DELAY_MS = 1500;

/** Injects faults with these random numbers from now on; null stops them. */
export function setRandomFaults(proxy: FaultProxy, random: SeededRandom | null): void {
  proxy.cutSockets(() => random?.isHit(SOCKET_CUTS) ?? false);
  proxy.injectFaults(({ method }) => {
    if (random === null || method === 'UPGRADE') return null;
    if (random.isHit(FAULTS.drop)) return 'drop';
    // Never answered; the client's timeout ends the request.
    if (random.isHit(FAULTS.stall)) return 'stall';
    if (random.isHit(FAULTS.delay)) return { delayMs: random.below(LONGEST_DELAY_MS) };
    if (random.isHit(FAULTS.duplicate)) return 'duplicate';
    return random.isHit(FAULTS['cut-after']) ? 'cut-after' : null;
  });
}
