/** Random histories: events for three devices and the network between them. */
import fc from 'fast-check';
import { MOVED, movedField, START, storeField } from '#core/list/keyed-fields.ts';
import { LIST_ROW_ID, type TableName } from '#core/list/row.ts';
import { GATEWAY_ID, MARKED_ID } from './server.ts';

export const DEVICES = 3;
const TABS = 2;

/** Sets one field of one row. */
export type Edit = {
  readonly table: Extract<TableName, 'items' | 'categories' | 'listRow'>;
  readonly id: string;
  readonly field: string;
  readonly value: string | boolean | number | null;
  /** Whether a new row comes with all its fields, as the app adds it, or with this one only. */
  readonly isWhole: boolean;
};

type OfDevice<T extends string, More = object> = { readonly type: T; readonly device: number } & More;
type OfMessage<T extends string> = { readonly type: T; readonly at: number };

export type Event =
  | OfDevice<'edit', { readonly edits: readonly Edit[] }>
  | OfDevice<'undo' | 'redo'>
  /** A tab starts or continues a sync cycle, for a number of disk calls and messages. */
  | OfDevice<'go', { readonly tab: number; readonly calls: number; readonly messages: number }>
  | OfDevice<'crash', { readonly tab: number }>
  | OfDevice<'clock', { readonly by: number }>
  | OfDevice<'change-event', { readonly id: string; readonly isLate: boolean }>
  | OfDevice<'retry' | 'discard'>
  | OfMessage<'deliver' | 'lose' | 'give-up' | 'duplicate' | 'begin'>
  | { readonly type: 'toggle-refusal' };

const IDS = ['a', 'b', 'c', MARKED_ID];

const words = (table: Edit['table'], field: string) =>
  fc.record({
    table: fc.constant(table),
    id: fc.constantFrom(...IDS),
    field: fc.constant(field),
    value: fc.nat(2).map((n) => `${field} ${n}`),
    isWhole: fc.boolean(),
  });

const flags = (table: Edit['table'], field: string) =>
  fc.record({
    table: fc.constant(table),
    id: fc.constantFrom(...IDS),
    field: fc.constant(field),
    value: fc.boolean(),
    isWhole: fc.boolean(),
  });

/** The place of a category in the arranged order of the list or of a store; null for none. */
const rank = fc.record({
  table: fc.constant('categories' as const),
  id: fc.constantFrom(...IDS),
  field: fc.constantFrom(MOVED, START, movedField('a')),
  value: fc.option(fc.nat(3)),
  isWhole: fc.constant(false),
});

/** The name of a store; null if it is removed. */
const store = fc.record({
  table: fc.constant('listRow' as const),
  id: fc.constant(LIST_ROW_ID),
  field: fc.constantFrom('a', 'b').map(storeField),
  value: fc.option(fc.nat(2).map((n) => `store ${n}`)),
  isWhole: fc.constant(false),
});

/** An edit of a few items, categories and stores. Ids repeat, so that edits conflict. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  words('items', 'name'),
  { weight: 2, arbitrary: flags('items', 'checked') },
  flags('items', 'deleted'),
  words('items', 'category'),
  flags('categories', 'inList'),
  words('categories', 'name'),
  words('items', 'store'),
  rank,
  store,
);

const device = fc.nat(DEVICES - 1);
const tab = fc.nat(TABS - 1);
const at = fc.nat(9);

/** Most sync cycles run to their end; others stop early. */
const far = (most: number) => fc.oneof({ weight: 2, arbitrary: fc.constant(99) }, fc.nat(most));

const messageOf = <T extends 'deliver' | 'lose' | 'give-up' | 'duplicate' | 'begin'>(type: T) =>
  fc.record({ type: fc.constant(type), at });

const edits = (of: fc.Arbitrary<Edit>) =>
  fc.record({ type: fc.constant('edit' as const), device, edits: fc.array(of, { minLength: 1, maxLength: 2 }) });

const undo = fc.record({ type: fc.constant('undo' as const), device });
const redo = fc.record({ type: fc.constant('redo' as const), device });
const clock = fc.record({ type: fc.constant('clock' as const), device, by: fc.integer({ min: -50, max: 50 }) });
const changeEvent = fc.record({
  type: fc.constant('change-event' as const),
  device,
  id: fc.constantFrom(...IDS),
  isLate: fc.boolean(),
});
const go = fc.record({ type: fc.constant('go' as const), device, tab, calls: far(8), messages: far(4) });
const crash = fc.record({ type: fc.constant('crash' as const), device, tab });

/** Events without a user. */
const background: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: go },
  { weight: 4, arbitrary: messageOf('deliver') },
  { weight: 1, arbitrary: messageOf('lose') },
  { weight: 2, arbitrary: messageOf('give-up') },
  { weight: 1, arbitrary: messageOf('duplicate') },
  { weight: 1, arbitrary: messageOf('begin') },
  { weight: 1, arbitrary: crash },
  { weight: 1, arbitrary: clock },
  { weight: 2, arbitrary: changeEvent },
);

/** Edits of rows that the server, or a gateway before it, refuses. */
const markedEdit = fc
  .tuple(edit, fc.constantFrom(MARKED_ID, GATEWAY_ID))
  .map(([any, id]): Edit => ({ ...any, id: any.table === 'listRow' ? any.id : id }));

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: edits(edit) },
  { weight: 3, arbitrary: undo },
  { weight: 1, arbitrary: redo },
  { weight: 23, arbitrary: background },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('retry' as const, 'discard' as const), device }) },
  { weight: 1, arbitrary: fc.constant({ type: 'toggle-refusal' as const }) },
  { weight: 1, arbitrary: edits(markedEdit) },
);

/** Ticks of one item by three users. Values repeat, so that comparing values is not enough. */
const tick: fc.Arbitrary<Edit> = fc.record({
  table: fc.constant('items' as const),
  id: fc.constant('a'),
  field: fc.constant('checked'),
  value: fc.boolean(),
  isWhole: fc.constant(false),
});

const conflict: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: edits(tick) },
  { weight: 4, arbitrary: undo },
  { weight: 2, arbitrary: redo },
  { weight: 10, arbitrary: go },
  { weight: 6, arbitrary: background },
);

/** A history of conflicting changes to one item. */
export const conflictHistoryOf = (most: number): fc.Arbitrary<readonly Event[]> =>
  fc.array(conflict, { maxLength: most, size: 'max' });

/** Changes of several devices at once, whose transactions on the server overlap. */
const overlap: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: edits(edit) },
  { weight: 10, arbitrary: go },
  { weight: 6, arbitrary: messageOf('begin') },
  { weight: 6, arbitrary: messageOf('deliver') },
  { weight: 2, arbitrary: background },
);

/** A history in which transactions overlap and commit in any order. */
export const overlapHistoryOf = (most: number): fc.Arbitrary<readonly Event[]> =>
  fc.array(overlap, { maxLength: most, size: 'max' });

/** Edits of the row that the server refuses, some of which wait beside rejected ones. */
const refused: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: edits(markedEdit) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('retry' as const, 'discard' as const), device }) },
  { weight: 6, arbitrary: go },
  { weight: 2, arbitrary: background },
);

/** A history of changes that the server refuses, and of what users decide about them. */
export const rejectedHistoryOf = (most: number): fc.Arbitrary<readonly Event[]> =>
  fc.array(refused, { maxLength: most, size: 'max' });

/** A history without any change of a user. */
export const backgroundHistoryOf = (most: number): fc.Arbitrary<readonly Event[]> =>
  fc.array(background, { maxLength: most, size: 'max' });

/** A history with a maximum number of events. Without `size`, arrays would stay short. */
export const historyOf = (most: number): fc.Arbitrary<readonly Event[]> =>
  fc.array(event, { maxLength: most, size: 'max' });
