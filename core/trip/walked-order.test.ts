/** Learning the order of a store (product O4): shoppers who forget things and turn back, and shoppers without a plan. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeWalks,
  findWalkedOrder,
  NO_WALKS,
  rememberWalk,
  toWalk,
  walksIn,
  type Walk,
  type WalkMemory,
} from './walked-order.ts';

const AISLES = Array.from({ length: 23 }, (_, at) => `aisle-${String(at).padStart(2, '0')}`);

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const shuffle = (random: () => number, all: readonly string[]): readonly string[] =>
  all
    .map((one) => ({ one, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);

type Habits = { readonly forgets: number; readonly skips: number };

/** The ticks of a trip through the aisles: one to three items in each, some of which are fetched later. */
function shop(random: () => number, aisles: readonly string[], { forgets, skips }: Habits): readonly string[] {
  const ticks: string[] = [];
  let forgotten: string[] = [];
  for (const aisle of aisles) {
    if (random() < skips) continue;
    for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
      (random() < forgets ? forgotten : ticks).push(aisle);
    }
    if (random() < 0.2) {
      ticks.push(...forgotten);
      forgotten = [];
    }
  }
  return [...ticks, ...forgotten];
}

const remember = (trips: readonly (readonly string[])[]): readonly Walk[] =>
  trips.reduce<readonly Walk[]>((walks, ticks) => rememberWalk(walks, toWalk(ticks)), []);

/** How many pairs of aisles are in the wrong order. */
const mistakes = (order: readonly string[], truth: readonly string[]): number =>
  order.flatMap((one, at) => order.slice(at + 1).filter((later) => truth.indexOf(later) < truth.indexOf(one))).length;

describe('[O4] a shopper in a store of 23 aisles', () => {
  const seeds = Array.from({ length: 100 }, (_, at) => at + 1);
  const HABITS = { forgets: 0.05, skips: 0 };

  test('who forgets things and turns back is offered the order of the store after three trips', () => {
    const offers = seeds.map((seed) => {
      const random = createRandom(seed);
      const truth = shuffle(random, AISLES);
      const trips = [1, 2, 3].map(() => shop(random, truth, HABITS));
      return {
        early: findWalkedOrder(remember(trips.slice(0, 2)), AISLES),
        offer: findWalkedOrder(remember(trips), AISLES),
        truth,
      };
    });
    expect(offers.map(({ early }) => early)).toEqual(seeds.map(() => null));
    const wrong = offers.map(({ offer, truth }) => mistakes(offer ?? [], truth));
    expect(offers.every(({ offer }) => offer !== null)).toBe(true);
    // Something was forgotten in the same aisle on two of the three trips.
    expect(wrong.filter((count) => count > 0).length).toBeLessThanOrEqual(3);
  });

  test('who needs nothing from every fifth aisle is offered nearly that order', () => {
    const wrong = seeds.map((seed) => {
      const random = createRandom(seed);
      const truth = shuffle(random, AISLES);
      const walks = remember([1, 2, 3].map(() => shop(random, truth, { forgets: 0.1, skips: 0.2 })));
      return mistakes(findWalkedOrder(walks, AISLES) ?? AISLES, truth);
    });
    // Of 253 pairs, half of which are wrong in the shown order.
    expect(wrong.reduce((total, count) => total + count, 0) / wrong.length).toBeLessThan(8);
  });

  test('who walks in the shown order is not asked', () => {
    const asked = seeds.filter((seed) => {
      const random = createRandom(seed);
      return findWalkedOrder(
        remember([1, 2, 3, 4].map(() => shop(random, AISLES, { forgets: 0.1, skips: 0.2 }))),
        AISLES,
      );
    });
    expect(asked).toEqual([]);
  });

  test.each([2, 5, 12, 23])('who walks through %i of them in no particular order is never asked', (count) => {
    const asked = seeds.filter((seed) => {
      const random = createRandom(seed);
      let walks: readonly Walk[] = [];
      return Array.from({ length: 20 }).some(() => {
        walks = rememberWalk(walks, toWalk(shuffle(random, AISLES).slice(0, count)));
        return findWalkedOrder(walks, AISLES) !== null;
      });
    });
    expect(asked).toEqual([]);
  });

  test('who finds the store rearranged is offered the new order after four trips', () => {
    const random = createRandom(7);
    const [before, after] = [shuffle(random, AISLES), shuffle(random, AISLES)];
    const walks = remember([before, before, before, before, before, after, after, after, after]);
    expect(findWalkedOrder(walks, before)).toEqual(after);
  });
});

test('[O4] something that was ticked at home, or fetched late, does not move its category', () => {
  expect(toWalk(['dairy', 'bakery', 'bakery', 'dairy', 'dairy', 'dairy', 'dairy', 'bakery'])).toEqual([
    'bakery',
    'dairy',
  ]);
  expect(toWalk([])).toEqual([]);
});

const walk = fc.uniqueArray(fc.constantFrom(...AISLES.slice(0, 9)), { minLength: 2 });

test('[O4] an offer has each shown category once; those in no walk keep their places', () => {
  fc.assert(
    fc.property(fc.array(walk, { maxLength: 6 }), walk, (walks, shown) => {
      const known = remember(walks);
      const offer = findWalkedOrder(known, shown) ?? shown;
      expect(offer.toSorted()).toEqual(shown.toSorted());
      const unknown = shown.filter((category) => !known.flat().includes(category));
      expect(unknown.map((category) => offer.indexOf(category))).toEqual(
        unknown.map((category) => shown.indexOf(category)),
      );
    }),
  );
});

test('[O4] the same walks always give the same order, and an order that was accepted is not offered again', () => {
  fc.assert(
    fc.property(walk, fc.integer({ min: 1, max: 5 }), walk, (walked, times, shown) => {
      const walks = remember(Array.from({ length: times }, () => walked));
      const offer = findWalkedOrder(walks, shown);
      expect(findWalkedOrder(walks, shown)).toEqual(offer);
      expect(findWalkedOrder(walks, offer ?? shown)).toBeNull();
    }),
  );
});

test('[O2] [O4] walks through each store are kept separately, and those through removed stores are forgotten', () => {
  const learn = (category: string) => (memory: WalkMemory) => ({ walks: [[category]], asks: memory.asks });
  const known = ['a', 'b', 'constructor'];
  const inList = changeWalks(NO_WALKS, { store: null, known }, learn('list'));
  const inA = changeWalks(inList, { store: 'a', known }, learn('a'));
  const inB = changeWalks(inA, { store: 'b', known }, () => ({ walks: [], asks: false }));
  expect([null, 'a', 'b', 'constructor'].map((store) => walksIn(inB, store))).toMatchObject([
    { walks: [['list']], asks: true },
    { walks: [['a']], asks: true },
    { walks: [], asks: false },
    NO_WALKS,
  ]);
  const later = changeWalks(inB, { store: null, known: ['b'] }, learn('list'));
  expect([walksIn(later, 'a'), walksIn(later, 'b').asks]).toEqual([NO_WALKS, false]);
});

test('[O4] only the last walks are kept, each with at most 100 categories', () => {
  const long = Array.from({ length: 300 }, (_, at) => `c${at}`);
  const walks = remember(Array.from({ length: 20 }, () => long));
  expect(walks.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100]);
  expect(rememberWalk([], ['only'])).toEqual([]);
});
