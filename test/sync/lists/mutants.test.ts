/** The mutation check of shared lists: each rule switched off, one at a time, makes the simulation fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { STEPS } from '#test/sync/rules.ts';
import { churnOf, listsHistoryOf, sharedTicksOf, walksOf } from './events.ts';
import { simulateLists } from './memory-world.ts';
import { ALL_LISTS_RULES, type SwitchedRules } from './rules.ts';

/** The error that the simulation throws without each rule. The rules of one list are in test/sync/mutants.test.ts. */
const BROKEN: Readonly<Record<keyof SwitchedRules | 'pruneMerged', RegExp>> = {
  membersWrite: /writes list .* without being a member$/u,
  membersRead: /reads .* after the end/u,
  endedStay: /knows the lists|still has list/u,
  announced: /shows the members/u,
  handover: /has the owners/u,
  heir: /has the owners/u,
  unsentKept: /is lost when list .* is removed$/u,
  unsentRestored: /is dropped$|^A pending edit is hidden/u,
  endConfirmed: /which has not ended$/u,
  copyRemoved: /still has list/u,
  rightList: /^Changes of list .* reach list/u,
  everyList: /knows the lists|shows in list|is still new|is left in the outbox|never completed/u,
  creationKept: /knows the lists|still has list/u,
  createdFirst: /knows the lists|is still new/u,
  membershipGuard: /knows the lists|shows the members/u,
  removalsCounted: /^The removed list \S+ comes back/u,
  discardedKept: /^The removed list \S+ comes back/u,
  ownOrderArranged: /^The order walked in \w+ changes rank:/u,
  otherStoresSkipped: /^The walk through \w+ has/u,
  pruneMerged: /^Undo reverts/u,
};

/** The histories that break a rule soonest, where they are not those of any kind. */
const HISTORIES: Readonly<Record<string, ReturnType<typeof churnOf>>> = {
  pruneMerged: sharedTicksOf(60),
  unsentRestored: churnOf(60),
  membershipGuard: churnOf(120),
  ownOrderArranged: walksOf(40),
  otherStoresSkipped: walksOf(40),
};

test.each(Object.entries(BROKEN))(
  '[H5] [H6] [H7] [H10] [O4] the simulation fails without the rule %s',
  async (rule, broken) => {
    const rules =
      rule === 'pruneMerged'
        ? { ...ALL_LISTS_RULES, steps: { ...STEPS, pruneMerged: () => NO_HISTORY_CHANGE } }
        : { ...ALL_LISTS_RULES, [rule]: false };
    const histories = HISTORIES[rule] ?? listsHistoryOf(80);
    const property = fc.asyncProperty(histories, async (events) => void (await simulateLists(events, rules)));
    // A fixed seed, so that the result does not depend on luck.
    const { errorInstance } = await fc.check(property, { numRuns: 3000, seed: 1, endOnFailure: true });
    expect(errorInstance).toMatchObject({ message: expect.stringMatching(broken) });
  },
);
