/** The mutation check: each rule of the sync switched off, one at a time, makes the simulation fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyOf, quarrelOf } from './events.ts';
import { simulate } from './memory-world.ts';
import { ALL_RULES } from './rules.ts';
import type { Rules } from './rules.ts';

/** Which promise the simulation finds broken without the rule. */
const BROKEN: Readonly<Record<keyof Rules, RegExp>> = {
  serverDedupe: /^Not once each, in order|went back behind/u,
  fieldPatches: /^A device sends what its shopper changed/u,
  overlay: /^A pending edit is hidden/u,
  versionGuard: /went back behind|^Device \d shows/u,
  giveWay: /^Undo takes back/u,
  cursorByPullOnly: /^Device \d shows/u,
  accountLock: /^Device \d shows/u,
  numbersWritten: /^Number \d+ was never given|^Not once each, in order/u,
  pullBeforeDrop: /went back behind/u,
  settleOnce: /went back behind|got lost/u,
};

test.each(Object.entries(BROKEN))('[Y1] [Y5] [U1] it is noticed when the rule %s is off', async (rule, broken) => {
  const rules = { ...ALL_RULES, [rule]: false };
  const histories = rules.giveWay ? historyOf(60) : quarrelOf(60);
  const property = fc.asyncProperty(histories, async (events) => void (await simulate(events, rules)));
  // Always the same histories: whether it is noticed must not be a matter of luck.
  const { errorInstance } = await fc.check(property, { numRuns: 5000, seed: 1, endOnFailure: true });
  expect(errorInstance).toMatchObject({ message: expect.stringMatching(broken) });
});
