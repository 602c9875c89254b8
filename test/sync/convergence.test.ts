/** Random histories of three devices: every step keeps the guarantees of the sync, and all devices converge. */
import fc from 'fast-check';
import { test } from 'vitest';
import { historyOf, conflictHistoryOf } from './events.ts';
import { simulate } from './memory-world.ts';
import { ALL_RULES } from './rules.ts';

/** The test takes half a minute, and longer on a busy machine. */
const TIMEOUT_MS = 240_000;

test(
  '[Y1] [Y4] [Y5] [U1] three devices agree at the end, and hide nothing, lose nothing and apply nothing twice before',
  async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(60), async (events) => void (await simulate(events, ALL_RULES))),
      { numRuns: 8000 },
    );
  },
  TIMEOUT_MS,
);

test(
  '[Y1] [Y5] [U1] three users who tick and untick one item agree, and Undo reverts only their own changes',
  async () => {
    await fc.assert(
      fc.asyncProperty(conflictHistoryOf(60), async (events) => void (await simulate(events, ALL_RULES))),
      { numRuns: 3000 },
    );
  },
  TIMEOUT_MS,
);
