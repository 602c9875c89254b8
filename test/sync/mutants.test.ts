/** The mutation check: each part of the sync replaced by a wrong one, one at a time, makes the simulation fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch, type Patch } from '#core/diff/diff.ts';
import type { RowTables } from '#core/list/list.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import type { PushGroup, SyncRecord } from '#core/sync/sync-record.ts';
import type { SyncStorage } from '#client/ports/storage.ts';
import { conflictHistoryOf, historyOf, overlapHistoryOf, rejectedHistoryOf } from './events.ts';
import { simulate } from './memory-world.ts';
import { ALL_RULES, type Rules, STEPS, type Steps } from './rules.ts';

const withStep = (step: Partial<Steps>): Rules => ({ ...ALL_RULES, steps: { ...STEPS, ...step } });

type Mutant = {
  readonly rules: Rules;
  /** The error that the simulation throws. */
  readonly broken: RegExp;
  /** Histories that show it soon; others are of any kind. */
  readonly histories?: typeof historyOf;
};

const MUTANTS: Readonly<Record<string, Mutant>> = {
  'the server applies a number again': {
    rules: { ...ALL_RULES, serverDedupe: false },
    broken: /^Numbers were not applied once each|is older than/u,
  },
  'versions become visible out of order': {
    rules: { ...ALL_RULES, accountLock: false },
    broken: /^Device \d shows/u,
    histories: overlapHistoryOf,
  },
  'rows that the server skipped are not pulled': {
    rules: { ...ALL_RULES, writtenOnly: false },
    broken: /is older than/u,
  },
  'a device sends whole rows': {
    rules: withStep({ toPatches: (diff, view) => STEPS.toPatches(diff, view).map((patch) => toWhole(view, patch)) }),
    broken: /^A device does not send what its user changed/u,
  },
  'unsent patches are not shown': {
    rules: withStep({ applyPatches: (base, _patches, ids) => STEPS.applyPatches(base, [], ids) }),
    broken: /^A pending edit is hidden/u,
  },
  'rows replace newer ones': {
    rules: withStep({ selectNewer: (rows) => rows }),
    broken: /is older than|^Device \d shows/u,
  },
  'received fields are dropped': {
    rules: withStep({ mergeRow: (_table, stored, { received }) => ({ row: stored ?? received, lost: null }) }),
    broken: /^Device \d shows/u,
  },
  'Undo takes back what another device wrote': {
    rules: withStep({ pruneMerged: () => NO_HISTORY_CHANGE }),
    broken: /^Undo reverts/u,
    histories: conflictHistoryOf,
  },
  'the rows of a change event move the cursors': {
    rules: { ...ALL_RULES, wrapStorage: moveByEvents },
    broken: /^Device \d shows/u,
  },
  'a group gets new numbers when it is sent again': {
    rules: withStep({
      nextPush(record, ...rest) {
        const next = STEPS.nextPush(record, ...rest);
        const again = record.push === null ? next.record : renumber(next.record);
        return { ...next, record: again, group: again.push?.groups[0] ?? null };
      },
    }),
    // Either the simulation notices the numbers, or a row that a change is missing from.
    broken: /^Number \d+ was never assigned|^Numbers were not applied once each|is older than/u,
  },
  'a group that another tab acknowledged is acknowledged again': {
    rules: withStep({
      acknowledgeGroup: (record, group, outcome) =>
        STEPS.acknowledgeGroup(record, record.push?.groups[0] ?? group, outcome),
    }),
    broken: /is older than|was lost/u,
  },
  'refusals that may be a gateway’s are not counted': {
    rules: withStep({
      acknowledgeGroup: (record, group, outcome) =>
        outcome.type === 'suspected' ? null : STEPS.acknowledgeGroup(record, group, outcome),
    }),
    broken: /^Something is left in the outbox/u,
    histories: rejectedHistoryOf,
  },
  'a refused group is rejected whole': {
    rules: withStep({
      acknowledgeGroup: (record, group, outcome) =>
        STEPS.acknowledgeGroup(record, group, outcome.type === 'bisect' ? { type: 'rejected', message: '' } : outcome),
    }),
    broken: /was rejected together with the marked one/u,
  },
  'a retry sets fields that were set again since': {
    rules: withStep({ resolveRejected: (record, what) => STEPS.resolveRejected(record, what, []) }),
    broken: /^A retry takes back a later edit/u,
    histories: rejectedHistoryOf,
  },
};

test.each(Object.entries(MUTANTS))(
  '[Y1] [Y4] [Y5] [U1] the simulation fails if %s',
  async (_name, { rules, broken, histories = historyOf }) => {
    const property = fc.asyncProperty(histories(60), async (events) => void (await simulate(events, rules)));
    // A fixed seed, so that the result does not depend on luck.
    const { errorInstance } = await fc.check(property, { numRuns: 5000, seed: 1, endOnFailure: true });
    expect(errorInstance).toMatchObject({ message: expect.stringMatching(broken) });
  },
);

test.each([
  ['[Y1] overlapping transactions', overlapHistoryOf],
  ['[Y4] many rejected changes', rejectedHistoryOf],
])('%s keep the guarantees', async (_name, histories) => {
  const property = fc.asyncProperty(histories(60), async (events) => void (await simulate(events, ALL_RULES)));
  await fc.assert(property, { numRuns: 1000 });
});

/** The patch of a device that sends whole rows. */
function toWhole(view: RowTables, patch: Patch): Patch {
  const fields = { ...applyPatch<typeof patch.table>(patch.table, view[patch.table].get(patch.id), patch) };
  return { ...patch, fields: Object.fromEntries(Object.entries(fields).filter(([field]) => field !== 'id')) };
}

function moveByEvents(storage: SyncStorage): SyncStorage {
  return {
    ...storage,
    receive(rows, pulled) {
      const newest = Math.max(0, ...rows.map(({ version }) => version));
      const isPulled = Object.keys(pulled).length > 0;
      return storage.receive(rows, isPulled ? pulled : { items: newest, categories: newest });
    },
  };
}

/** Assigns new numbers, as a device would that does not store them. */
function renumber(record: SyncRecord): SyncRecord {
  const { device, push } = record;
  if (push === null) return record;
  let { lastSeq } = device;
  const renumbered = (group: PushGroup): PushGroup => ({
    ...group,
    patches: group.patches.map(({ patch }) => ({ patch, seq: (lastSeq += 1) })),
  });
  const groups = push.groups.map(renumbered);
  return { ...record, device: { ...device, lastSeq }, push: { ...push, groups } };
}
