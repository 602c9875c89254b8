/** Random histories of several accounts that share lists: events for their devices, their memberships and the network. */
import fc from 'fast-check';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { storeField } from '#core/list/keyed-fields.ts';
import { edit, type Edit } from '#test/sync/events.ts';
import type { Trips } from './shopper.ts';

/** The account of each device. One account has two devices. */
export const DEVICE_ACCOUNTS = ['ann', 'ann', 'bob', 'cat'] as const;
const ACCOUNTS = [...new Set(DEVICE_ACCOUNTS)];

type OfDevice<T extends string, More = object> = { readonly type: T; readonly device: number } & More;
/** `list` counts modulo the number of lists that the device or the server has. */
type OfList<T extends string, More = object> = OfDevice<T, { readonly list: number } & More>;

export type DeviceEvent =
  | OfList<'edit', { readonly edits: readonly Edit[] }>
  | OfList<'undo' | 'redo'>
  | OfList<'rename', { readonly name: string }>
  /** Makes trips through a store, and accepts the order that the device offers. */
  | OfList<'shop', { readonly trips: Trips }>
  /** Leaves a list or, as its owner, deletes it. */
  | OfList<'leave'>
  | OfDevice<'create'>
  /** Decides about the unsent changes of an ended list. */
  | OfDevice<'decide', { readonly keeps: boolean }>
  /** The app becomes visible, and receives a number of messages. */
  | OfDevice<'go', { readonly messages: number }>
  | OfDevice<'connect', { readonly isOnline: boolean }>
  | OfDevice<'wait', { readonly milliseconds: number }>
  /** The page crashes after a number of disk calls, and opens again with its next event. */
  | OfDevice<'crash', { readonly calls: number }>;

/** What people do to the memberships of a list, and what can happen to it on the server. */
export type PeopleEvent = {
  readonly type: 'join' | 'remove' | 'hand-over' | 'lose-membership' | 'toggle-refusal' | 'delete-account';
  readonly account: string;
  readonly list: number;
};

type MessageEvent = { readonly type: 'deliver' | 'lose' | 'give-up' | 'duplicate'; readonly at: number };

export type ListsEvent = DeviceEvent | PeopleEvent | MessageEvent;

const device = fc.nat(DEVICE_ACCOUNTS.length - 1);
const list = fc.nat(5);

const edits = fc.record({
  type: fc.constant('edit' as const),
  device,
  list,
  edits: fc.array(edit, { minLength: 1, maxLength: 2 }),
});
const ofList = <T extends 'undo' | 'redo' | 'leave'>(type: T) => fc.record({ type: fc.constant(type), device, list });
const create = fc.record({ type: fc.constant('create' as const), device });
const decide = fc.record({ type: fc.constant('decide' as const), device, keeps: fc.boolean() });
const rename = fc.record({
  type: fc.constant('rename' as const),
  device,
  list,
  name: fc.nat(2).map((n) => `list ${n}`),
});
const go = fc.record({
  type: fc.constant('go' as const),
  device,
  messages: fc.oneof({ weight: 3, arbitrary: fc.constant(99) }, fc.nat(12)),
});
const connect = fc.record({ type: fc.constant('connect' as const), device, isOnline: fc.boolean() });
const wait = fc.record({
  type: fc.constant('wait' as const),
  device,
  milliseconds: fc.constantFrom(1000, 10_000),
});
const crash = fc.record({ type: fc.constant('crash' as const), device, calls: fc.nat(12) });

const people = <T extends PeopleEvent['type']>(type: T) =>
  fc.record({ type: fc.constant(type), account: fc.constantFrom(...ACCOUNTS), list });
const messageOf = <T extends MessageEvent['type']>(type: T) => fc.record({ type: fc.constant(type), at: fc.nat(9) });

/** Events without a user. */
const background: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 22, arbitrary: go },
  { weight: 6, arbitrary: connect },
  { weight: 3, arbitrary: wait },
  { weight: 2, arbitrary: crash },
  { weight: 6, arbitrary: messageOf('deliver') },
  { weight: 1, arbitrary: messageOf('lose') },
  { weight: 2, arbitrary: messageOf('give-up') },
  { weight: 1, arbitrary: messageOf('duplicate') },
);

const event: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 14, arbitrary: edits },
  { weight: 4, arbitrary: ofList('undo') },
  { weight: 1, arbitrary: ofList('redo') },
  { weight: 1, arbitrary: rename },
  { weight: 2, arbitrary: create },
  { weight: 43, arbitrary: background },
  { weight: 6, arbitrary: people('join') },
  { weight: 4, arbitrary: people('remove') },
  { weight: 2, arbitrary: ofList('leave') },
  { weight: 2, arbitrary: people('hand-over') },
  { weight: 1, arbitrary: people('lose-membership') },
  { weight: 1, arbitrary: people('toggle-refusal') },
  { weight: 1, arbitrary: people('delete-account') },
  { weight: 3, arbitrary: decide },
);

/** Makes every account a member of the first list, and every device know it. */
export const SHARED: readonly ListsEvent[] = [
  ...ACCOUNTS.map((account) => ({ type: 'join', account, list: 0 }) as const),
  ...DEVICE_ACCOUNTS.map((_, at) => ({ type: 'go', device: at, messages: 99 }) as const),
];

/** The first list that the devices of an account show, after `SHARED`. */
const tick = fc.record({
  type: fc.constant('edit' as const),
  device,
  list: fc.nat(1),
  edits: fc
    .record({
      table: fc.constant('items' as const),
      id: fc.constant('a'),
      field: fc.constant('checked'),
      value: fc.boolean(),
      isWhole: fc.constant(false),
    })
    .map((edited) => [edited]),
});

const conflict: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 6, arbitrary: tick },
  { weight: 4, arbitrary: ofList('undo') },
  { weight: 2, arbitrary: ofList('redo') },
  { weight: 12, arbitrary: background },
  { weight: 1, arbitrary: people('join') },
  { weight: 1, arbitrary: people('remove') },
);

/** A history without any user. */
export const backgroundOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(background, { maxLength: most, size: 'max' });

/** A history of ticks of one item by several accounts, which join and are removed meanwhile. */
export const sharedTicksOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(conflict, { maxLength: most, size: 'max' }).map((events) => [...SHARED, ...events]);

/** Memberships change in the first two lists only, so that the same accounts return. */
const inSharedList = (one: ListsEvent): ListsEvent => ('account' in one ? { ...one, list: one.list % 2 } : one);

const churn: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 5, arbitrary: edits },
  { weight: 5, arbitrary: people('join') },
  { weight: 4, arbitrary: people('remove') },
  { weight: 1, arbitrary: ofList('leave') },
  { weight: 1, arbitrary: people('hand-over') },
  { weight: 15, arbitrary: background },
);

/** A history of accounts that join, leave and join again while they change the lists. */
export const churnOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(churn, { maxLength: most, size: 'max' }).map((events) => [...SHARED, ...events.map(inSharedList)]);

const comings: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 3, arbitrary: people('join') },
  { weight: 2, arbitrary: people('remove') },
  { weight: 4, arbitrary: go.map((one) => ({ ...one, messages: one.messages % 3 })) },
  { weight: 12, arbitrary: messageOf('deliver') },
);

/** A history of members who come and go, while answers overtake each other. */
export const comingsOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(comings, { maxLength: most, size: 'max' }).map((events) => [...SHARED, ...events.map(inSharedList)]);

const creations: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 2, arbitrary: create },
  { weight: 3, arbitrary: ofList('leave') },
  { weight: 8, arbitrary: background },
);

/** A history of lists that are created and deleted. */
export const creationsOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(creations, { maxLength: most, size: 'max' });

/** A history with a maximum number of events. Without `size`, arrays would stay short. */
export const listsHistoryOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc
    .tuple(fc.boolean(), fc.array(event, { maxLength: most, size: 'max' }))
    .map(([isShared, events]) => (isShared ? [...SHARED, ...events] : events));

const AISLES = ['a', 'b', 'c', 'd'];
const STORES = ['x', 'y'];

/** Makes every account a member of the first list, which has two stores, and four categories with an item each. */
export const WITH_STORES: readonly ListsEvent[] = [
  ...SHARED,
  ...[
    ...STORES.map((store) => ({ table: 'listRow', id: LIST_ROW_ID, field: storeField(store), value: store }) as const),
    ...AISLES.map((id) => ({ table: 'categories', id, field: 'inList', value: true }) as const),
    ...AISLES.map((id) => ({ table: 'items', id, field: 'category', value: `${id}-ann` }) as const),
  ].map((one) => ({ type: 'edit', device: 0, list: 0, edits: [{ isWhole: true, ...one }] }) as const),
  ...DEVICE_ACCOUNTS.map((_, at) => ({ type: 'go', device: at, messages: 99 }) as const),
];

/** Few orders, so that walks agree. */
const shop = fc.record({
  type: fc.constant('shop' as const),
  device,
  list,
  trips: fc.record({
    store: fc.constantFrom(...STORES, null),
    categories: fc.constantFrom(AISLES, AISLES.toReversed(), ['b', 'd', 'a', 'c']),
    count: fc.integer({ min: 1, max: 5 }),
  }),
});

/** Ties an item to a store or to none, or names or removes a store. */
const storeEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    table: fc.constant('items' as const),
    id: fc.constantFrom(...AISLES),
    field: fc.constant('store'),
    value: fc.option(fc.constantFrom(...STORES)),
    isWhole: fc.constant(false),
  }),
  fc.record({
    table: fc.constant('listRow' as const),
    id: fc.constant(LIST_ROW_ID),
    field: fc.constantFrom(...STORES).map(storeField),
    value: fc.option(
      fc.nat(2).map((n) => `store ${n}`),
      { freq: 3 },
    ),
    isWhole: fc.constant(false),
  }),
);
const storeEdits = storeEdit.chain((edited) =>
  fc.record({ type: fc.constant('edit' as const), device, list, edits: fc.constant([edited]) }),
);

const walking: fc.Arbitrary<ListsEvent> = fc.oneof(
  { weight: 6, arbitrary: shop },
  { weight: 5, arbitrary: storeEdits },
  { weight: 2, arbitrary: edits },
  { weight: 2, arbitrary: ofList('undo') },
  { weight: 1, arbitrary: ofList('redo') },
  { weight: 3, arbitrary: people('join') },
  { weight: 2, arbitrary: people('remove') },
  { weight: 1, arbitrary: ofList('leave') },
  { weight: 1, arbitrary: people('hand-over') },
  { weight: 14, arbitrary: background },
);

/** A history of accounts that walk through stores of a list, and accept those orders, while its members come and go. */
export const walksOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(walking, { maxLength: most, size: 'max' }).map((events) => [...WITH_STORES, ...events.map(inSharedList)]);

/** A history of what others do after a member walked through the first store. None of it changes that store's order. */
export const besidesFirstStoreOf = (most: number): fc.Arbitrary<readonly ListsEvent[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: shop.map((one) => ({
          ...one,
          device: one.device % 2,
          trips: { ...one.trips, store: STORES[1] ?? null },
        })),
      },
      { weight: 2, arbitrary: people('join').map((one) => ({ ...one, account: 'cat', list: 0 })) },
      { weight: 2, arbitrary: people('remove').map((one) => ({ ...one, account: 'cat', list: 0 })) },
      { weight: 14, arbitrary: background },
    ),
    { maxLength: most, size: 'max' },
  );
