/** The intent of users survives, whatever the network does. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEVICES, backgroundHistoryOf, type Edit, type Event } from './events.ts';
import { simulate } from './memory-world.ts';
import { ALL_RULES } from './rules.ts';

const TICK = { field: 'checked', value: true } as const;
const UNTICK = { field: 'checked', value: false } as const;

const nameOf = (value: string) => ({ field: 'name', value }) as const;

const edit = (device: number, what: Pick<Edit, 'field' | 'value'>): Event => ({
  type: 'edit',
  device,
  edits: [{ table: 'items', id: 'a', isWhole: false, ...what }],
});

/** Syncs every device twice, so that each knows the changes of the others. */
const meeting: readonly Event[] = Array.from({ length: 2 * DEVICES }, (_, at) => ({
  type: 'go',
  device: at % DEVICES,
  tab: 1,
  calls: 99,
  messages: 99,
}));

/** Checks that the server and every device have an item like this. */
async function expectItem(events: readonly Event[], fields: readonly (readonly [string, unknown])[]): Promise<void> {
  const rows = await simulate(events, ALL_RULES);
  const item = rows.find((row) => row.startsWith('items') && row.includes('"id","a"'));
  for (const field of fields) expect(item).toContain(JSON.stringify(field));
}

test('[Y1] a tick on one device and a rename on another both survive, in any order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(backgroundHistoryOf(30), backgroundHistoryOf(30), async (before, after) => {
      const events = [...meeting, edit(0, TICK), ...before, edit(1, nameOf('Oat milk')), ...after];
      await expectItem(events, [
        ['checked', true],
        ['name', 'Oat milk'],
      ]);
    }),
    { numRuns: 500 },
  );
});

test('[Y1] of two changes to the same field, the one made with knowledge of the other wins', async () => {
  await fc.assert(
    fc.asyncProperty(backgroundHistoryOf(30), async (after) => {
      const events = [...meeting, edit(0, nameOf('Rye')), ...meeting, edit(1, nameOf('Oats')), ...after];
      await expectItem(events, [['name', 'Oats']]);
    }),
    { numRuns: 500 },
  );
});

test('[U1] undo reverts my change, and keeps what another device wrote into the same row', async () => {
  await fc.assert(
    fc.asyncProperty(backgroundHistoryOf(30), async (after) => {
      const events = [...meeting, edit(0, TICK), ...meeting, edit(1, nameOf('Rye')), ...meeting];
      await expectItem(
        [...events, { type: 'undo', device: 0 }, ...after],
        [
          ['checked', false],
          ['name', 'Rye'],
        ],
      );
    }),
    { numRuns: 500 },
  );
});

test('[U1] undo keeps a field that another device wrote later, even if I had set the same value before', async () => {
  await fc.assert(
    fc.asyncProperty(backgroundHistoryOf(30), async (after) => {
      const mine = [...meeting, edit(0, TICK), edit(0, UNTICK), ...meeting];
      const events = [...mine, edit(1, TICK), ...meeting, { type: 'undo', device: 0 } as const, ...after];
      await expectItem(events, [['checked', true]]);
    }),
    { numRuns: 500 },
  );
});
