/** What other members did since the list was last viewed (product H8). */
import { expect, test } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { addUnseen, keepEqual, type UnseenPeople, type ReceivedItem } from './unseen-changes.ts';

const NONE: UnseenPeople = new Map();

type Flags = { readonly checked?: boolean; readonly deleted?: boolean };

/** An item that another device changed. */
const receive = (
  [before, after]: readonly [Flags | null, Flags],
  people: Partial<ReceivedItem['people']>,
): ReceivedItem => ({
  before: before === null ? undefined : itemRow('milk', before),
  after: itemRow('milk', after),
  people: { addedBy: null, tickedBy: null, ...people },
});

const unseenIn = (unseen: UnseenPeople, ...received: readonly ReceivedItem[]): readonly unknown[] => [
  ...addUnseen(unseen, received, 'me').values(),
];

test('[H8] what another member added or ticked is unseen, and what this account did is not', () => {
  expect(unseenIn(NONE, receive([null, {}], { addedBy: 'ann' }))).toEqual([{ addedBy: 'ann', tickedBy: null }]);
  expect(unseenIn(NONE, receive([{}, { checked: true }], { addedBy: 'bob', tickedBy: 'ann' }))).toEqual([
    { addedBy: null, tickedBy: 'ann' },
  ]);
  expect(unseenIn(NONE, receive([null, {}], { addedBy: 'me' }))).toEqual([]);
  expect(unseenIn(NONE, receive([{}, { checked: true }], { addedBy: 'ann', tickedBy: 'me' }))).toEqual([]);
});

test('[H8] another change of an item, such as a new name, records nothing and keeps what is recorded', () => {
  const people = { addedBy: 'ann', tickedBy: 'bob' };
  const known: UnseenPeople = new Map([['milk', people]]);
  expect(unseenIn(NONE, receive([{ checked: true }, { checked: true }], people))).toEqual([]);
  const renamed = receive([{ checked: true }, { checked: true }], people);
  expect(addUnseen(known, [renamed], 'me')).toBe(known);
});

test('[H8] a tick that was removed is no longer recorded, and neither is an item that was deleted', () => {
  const known: UnseenPeople = new Map([['milk', { addedBy: null, tickedBy: 'ann' }]]);
  expect(unseenIn(known, receive([{ checked: true }, {}], { addedBy: 'ann' }))).toEqual([]);
  expect(unseenIn(known, receive([{ checked: true }, { deleted: true }], { tickedBy: 'ann' }))).toEqual([]);
});

test('[H8] an item that returns because a deletion was undone is not new', () => {
  const people = { addedBy: 'ann', tickedBy: 'ann' };
  expect(unseenIn(NONE, receive([{ deleted: true }, {}], { addedBy: 'ann' }))).toEqual([]);
  expect(unseenIn(NONE, receive([{ deleted: true, checked: true }, { checked: true }], people))).toEqual([]);
});

test('[H8] equal entries of a later map are the same objects, so that their marks need not render again', () => {
  const [milk, tea] = [
    { addedBy: 'ann', tickedBy: null },
    { addedBy: 'bob', tickedBy: null },
  ];
  const before: UnseenPeople = new Map([
    ['milk', milk],
    ['tea', tea],
  ]);
  expect(keepEqual(before, structuredClone(before))).toBe(before);
  const latest = keepEqual(
    before,
    new Map([
      ['milk', { ...milk }],
      ['tea', { addedBy: 'ann', tickedBy: null }],
    ]),
  );
  expect([latest.get('milk') === milk, latest.get('tea')]).toEqual([true, { addedBy: 'ann', tickedBy: null }]);
});
