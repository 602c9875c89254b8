/** What other members did since the last look (product H8). */
import { expect, test } from 'vitest';
import { itemRow } from '#core/testing/contents.ts';
import { addNews } from './item-news.ts';
import type { ItemNews, ReceivedItem } from './item-news.ts';

const NONE: ItemNews = new Map();

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

const newsOf = (news: ItemNews, ...received: readonly ReceivedItem[]): readonly unknown[] => [
  ...addNews(news, received, 'me').values(),
];

test('[H8] an item that another member added or ticked is news, and one of this account is not', () => {
  expect(newsOf(NONE, receive([null, {}], { addedBy: 'ann' }))).toEqual([{ addedBy: 'ann', tickedBy: null }]);
  expect(newsOf(NONE, receive([{}, { checked: true }], { addedBy: 'bob', tickedBy: 'ann' }))).toEqual([
    { addedBy: null, tickedBy: 'ann' },
  ]);
  expect(newsOf(NONE, receive([null, {}], { addedBy: 'me' }))).toEqual([]);
  expect(newsOf(NONE, receive([{}, { checked: true }], { addedBy: 'ann', tickedBy: 'me' }))).toEqual([]);
});

test('[H8] another change of a known item, such as a new name, is no news and keeps what is', () => {
  const people = { addedBy: 'ann', tickedBy: 'bob' };
  const known: ItemNews = new Map([['milk', people]]);
  expect(newsOf(NONE, receive([{ checked: true }, { checked: true }], people))).toEqual([]);
  const renamed = receive([{ checked: true }, { checked: true }], people);
  expect(addNews(known, [renamed], 'me')).toBe(known);
});

test('[H8] a tick that was removed is no longer news, and neither is an item that was deleted', () => {
  const known: ItemNews = new Map([['milk', { addedBy: null, tickedBy: 'ann' }]]);
  expect(newsOf(known, receive([{ checked: true }, {}], { addedBy: 'ann' }))).toEqual([]);
  expect(newsOf(known, receive([{ checked: true }, { deleted: true }], { tickedBy: 'ann' }))).toEqual([]);
});

test('[H8] an item that was deleted and comes back is new', () => {
  expect(newsOf(NONE, receive([{ deleted: true }, {}], { addedBy: 'ann' }))).toEqual([
    { addedBy: 'ann', tickedBy: null },
  ]);
});
