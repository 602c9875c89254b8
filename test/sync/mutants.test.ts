/** The mutation check: each rule of the sync switched off, one at a time, makes the simulation fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyOf, conflictHistoryOf } from './events.ts';
import { simulate } from './memory-world.ts';
import { ALL_RULES } from './rules.ts';
import type { Rules } from './rules.ts';

/** The error that the simulation throws without each rule. */
const BROKEN: Readonly<Record<keyof Rules, RegExp>> = {
  serverDedupe: /^Numbers were not applied once each|is older than/u,
  fieldPatches: /^A device does not send what its user changed/u,
  overlay: /^A pending edit is hidden/u,
  versionGuard: /is older than|^Device \d shows/u,
  pruneHistory: /^Undo reverts/u,
  cursorByPullOnly: /^Device \d shows/u,
  accountLock: /^Device \d shows/u,
  numbersWritten: /^Number \d+ was never assigned|^Numbers were not applied once each/u,
  pullBeforeDrop: /is older than/u,
  acknowledgeOnce: /is older than|was lost/u,
};

test.each(Object.entries(BROKEN))('[Y1] [Y5] [U1] the simulation fails without the rule %s', async (rule, broken) => {
  const rules = { ...ALL_RULES, [rule]: false };
  const histories = rules.pruneHistory ? historyOf(60) : conflictHistoryOf(60);
  const property = fc.asyncProperty(histories, async (events) => void (await simulate(events, rules)));
  // A fixed seed, so that the result does not depend on luck.
  const { errorInstance } = await fc.check(property, { numRuns: 5000, seed: 1, endOnFailure: true });
  expect(errorInstance).toMatchObject({ message: expect.stringMatching(broken) });
});
