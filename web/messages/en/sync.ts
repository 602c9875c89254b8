/** The sentences of what the account's backend has, has not, and will not take. */
import type { Row, TableName, Tables } from '#core/list/row.ts';
import { categories, changes, items } from './counts.ts';

export const firstSync = {
  getting: (rows: number) => (rows === 0 ? 'Getting your list…' : `Getting your list… ${rowsOf(rows)} so far`),
  offline: 'Your list comes as soon as there is a connection. What you add here until then joins it.',
} as const;

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

export const tray = {
  notice: (count: number) => `${changes(count)} could not be saved to your account.`,
  look: 'Look',
  later: 'Later',
  menu: (count: number) => (count === 1 ? '1 change needs you' : `${count} changes need you`),
  title: 'Changes Not Saved',
  hint: 'Your account did not take these. They are on this device, and nothing else waits for them.',
  empty: 'Nothing is left here. Every change is saved or on its way.',
  said: 'What the server said:',
  saidNothing: 'The server gave no reason.',
  one: { retry: 'Retry', copy: 'Copy', discard: 'Discard' },
  all: { retry: 'Retry all', copy: 'Copy all', discard: 'Discard all' },
  ofNames: (action: string, names: string) => `${action}: ${names}`,
  more: (count: number) => `and ${count} more`,
  askDiscard: (count: number) =>
    count === 1
      ? 'Discard this change? It is on this device only, and cannot be brought back.'
      : `Discard ${count} changes? They are on this device only, and cannot be brought back.`,
  keep: 'Keep',
} as const;

/** How many of what a group is about. */
export const aboutRows: Readonly<Record<TableName, (count: number) => string>> = {
  items,
  categories,
  savedLists: (count) => (count === 1 ? '1 saved list' : `${count} saved lists`),
  profile: () => 'The list’s name',
};

type FieldOf<T extends TableName> = T extends T ? keyof Omit<Row<Tables[T]>, 'id'> : never;

/** What a change set, in the words of the list. */
export const fieldWords: Readonly<Record<FieldOf<TableName>, string>> = {
  name: 'name',
  category: 'category',
  checked: 'checked',
  deleted: 'deleted',
  color: 'color',
  inList: 'in the list',
  items: 'items',
  createdAt: 'saved at',
  listName: 'list name',
};

export const values = { yes: 'yes', no: 'no', unnamed: 'no name' } as const;

export const toast = {
  retried: (count: number) => `${changes(count)} will be sent again`,
  copied: 'Copied',
  notCopied: 'This browser does not let the app copy. Select the words and copy them yourself.',
  discarded: (count: number) => `${changes(count)} discarded`,
} as const;

/** What logging out asks (product Y9). */
export const logOut = {
  title: 'Log Out',
  waiting: (count: number) =>
    `${changes(count)} ${hasNot(count)} been saved to your account yet. ${theyStay(count)} on this device and ${count === 1 ? 'is' : 'are'} sent the next time you sign in here.`,
  refused: (count: number) =>
    `${changes(count)} could not be saved to your account. ${theyStay(count)} on this device: look in the menu the next time you sign in here.`,
  lost: 'This browser keeps nothing for the app. What has not been saved to your account is gone when you log out. Your list can be saved as a file first: see Account.',
  yes: 'Log out',
  no: 'Stay',
} as const;

const hasNot = (count: number): string => (count === 1 ? 'has not' : 'have not');
const theyStay = (count: number): string => (count === 1 ? 'It stays' : 'They stay');
