/** Chance that a seed repeats. */

export type Chance = {
  /** A whole number from 0, below the limit. */
  readonly below: (limit: number) => number;
  readonly isLucky: (probability: number) => boolean;
  /** One of them; undefined of none. */
  readonly pick: <T>(from: readonly T[]) => T | undefined;
};

/** Mulberry32, a generator of 32 bits in the public domain. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(draw() * limit);
  return { below, isLucky: (probability) => draw() < probability, pick: (from) => from[below(from.length)] };
}
