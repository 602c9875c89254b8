/** Sync messages: the first download, changes that couldn't be saved, and logging out with unsent changes. */
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { categories, changes, items, them } from './counts.ts';

export const firstSync = {
  getting: (rows: number) => (rows === 0 ? 'Downloading your list…' : `Downloading your list… ${rows} so far`),
  offline: 'Your list will download when you’re back online. Items you add now will be added to it.',
} as const;

export const rejectedChanges = {
  notice: (count: number) => `${changes(count)} couldn’t be saved.`,
  refusedList: (reason: string) => `This list isn’t in your account yet.${reason === '' ? '' : ` ${reason}`}`,
  review: 'Review',
  later: 'Later',
  menu: (count: number) => `${changes(count)} not saved`,
  title: 'Changes Not Saved',
  hint: 'The server rejected these changes. They’re still on this device, and your other changes keep syncing.',
  empty: 'You’re all caught up. There are no unsaved changes.',
  serverMessage: 'Message from the server:',
  noServerMessage: 'The server didn’t give a reason.',
  one: { retry: 'Retry', copy: 'Copy', discard: 'Discard' },
  all: { retry: 'Retry all', copy: 'Copy all', discard: 'Discard all' },
  ofNames: (action: string, names: string) => `${action}: ${names}`,
  more: (count: number) => `and ${count} more`,
  askDiscard: (count: number) =>
    count === 1
      ? 'Discard this change? It’s only on this device, and you can’t get it back.'
      : `Discard ${count} changes? They’re only on this device, and you can’t get them back.`,
  keep: 'Keep',
} as const;

/** How many rows of a table a rejected group changes. */
export const rowCounts: Readonly<Record<TableName, (count: number) => string>> = {
  items,
  categories,
  savedLists: (count) => (count === 1 ? '1 saved list' : `${count} saved lists`),
  listRow: () => 'List details',
};

type FieldOf<T extends TableName> = T extends T ? keyof Omit<Row<Tables[T]>, 'id'> : never;

/** The names of the fields that a change can set. Fields whose names contain a store’s id are listed without it. */
export const fieldNames: Readonly<Record<FieldOf<TableName>, string>> = {
  name: 'name',
  category: 'category',
  checked: 'checked',
  amount: 'amount',
  unit: 'unit',
  note: 'note',
  store: 'store',
  deleted: 'deleted',
  color: 'color',
  inList: 'in the list',
  'rank:list': 'position',
  'rank:start': 'original position',
  'rank:store': 'position in a store',
  'store:': 'store name',
  items: 'items',
  createdAt: 'saved at',
  listName: 'list name',
  loaded: 'loaded',
};

export const values = { yes: 'yes', no: 'no', unnamed: 'no name', none: 'none' } as const;

export const rejectedToasts = {
  retried: (count: number) => `Retrying ${changes(count)}`,
  copied: 'Copied',
  notCopied: 'Couldn’t copy. Select the text and copy it yourself.',
  discarded: (count: number) => `${changes(count)} discarded`,
} as const;

/** The confirmation before logging out (product Y9). */
export const logOut = {
  title: 'Log Out',
  waiting: (count: number) =>
    `${changes(count)} ${haveNot(count)} been saved to your account yet. ${theyStay(count)} on this device and will sync the next time you sign in here.`,
  rejected: (count: number) =>
    `${changes(count)} couldn’t be saved to your account. ${theyStay(count)} on this device. To review ${them(count)}, open the menu the next time you sign in here.`,
  lost: 'This browser doesn’t let Checklist store data. If you log out, you’ll lose changes that aren’t saved to your account. To keep your list, save it as a file first: open Account in the menu.',
  yes: 'Log out',
  no: 'Stay',
} as const;

const haveNot = (count: number): string => (count === 1 ? 'hasn’t' : 'haven’t');
const theyStay = (count: number): string => (count === 1 ? 'It stays' : 'They stay');
