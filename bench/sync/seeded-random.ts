/** Random numbers that a seed reproduces. */

export type SeededRandom = {
  /** An integer from 0 (included) to `limit` (excluded). */
  readonly below: (limit: number) => number;
  readonly isHit: (probability: number) => boolean;
  /** A random element; undefined if there is none. */
  readonly pick: <T>(from: readonly T[]) => T | undefined;
};

/** Mulberry32, a public-domain generator with 32 bits of state. */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(draw() * limit);
  return { below, isHit: (probability) => draw() < probability, pick: (from) => from[below(from.length)] };
}
