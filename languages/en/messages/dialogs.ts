/** Messages of the dialogs that open over the list. */
import type { FileFailure } from '#core/copy/list-file.ts';
import { items } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';
import { sharedWith } from './shared-with.ts';

export const fileFailures: Sentences<FailureType<FileFailure>> = {
  'not-a-list-file': 'This isn’t a Checklist file. Your list hasn’t changed.',
  'newer-list-file': 'This file is from a newer version of Checklist. Reload the app, then try again.',
  'damaged-list-file': 'This file is damaged and can’t be read. Your list hasn’t changed.',
};

export const close = 'Close';
export const cancel = 'Cancel';

export const edit = {
  title: 'Edit Item',
  name: 'Name',
  category: 'Category',
  amount: 'Amount',
  unit: 'Unit',
  noUnit: 'Pieces',
  note: 'Note',
  store: 'Store',
  noStore: 'Any store',
  longNote: 'That note is too long. Use 200 characters or fewer.',
  wrongAmount: 'Enter an amount such as 2 or 1.5',
  save: 'Save',
  remove: 'Delete',
  merge: 'Merge items',
  /** @param still its amount, if that is the same as before */
  merged: (name: string, { isBack, still }: { readonly isBack: boolean; readonly still: string }) => {
    const merged = isBack
      ? `Merged with ${name}, which was checked and is now back on the list`
      : `Merged with ${name}`;
    return still === '' ? merged : `${merged}. The amount is still ${still}`;
  },
  /** @param listed where the list already has the name, in another category */
  keepBoth: (listed: string) => `${listed}. To keep both, save again.`,
} as const;

/** A dialog could not be downloaded. */
export const dialogNotLoaded = 'This couldn’t be opened. Check your connection, then try again.';

/** Find in list, for long lists. */
export const find = {
  menu: 'Find in list',
  title: 'Find in List',
  field: 'Name or note',
  count: (count: number) => (count === 0 ? 'Nothing on your list matches' : `${items(count)} found`),
  more: (count: number) => `${count} more. Keep typing to narrow the results.`,
  /** Shop mode does not show its row. */
  inBasket: (name: string) => `${name} is in the basket`,
} as const;

export const renameList = { title: 'Rename List', name: 'List name', save: 'Rename' } as const;

/** After `the oldest`. */
const quoteNames = (names: readonly string[]): string =>
  `${names.length === 1 ? ',' : ':'} ${names.map((name) => `“${name}”`).join(', ')}`;

export const saveList = {
  title: 'Save List',
  newTab: 'New List',
  existingTab: 'Existing List',
  name: 'Name of the saved list',
  save: 'Save',
  update: (name: string) => `Update “${name}”`,
  orSave: 'Or save it as:',
  chooseHint: 'Choose a saved list to overwrite.',
  /** The names of the saved lists that the next save deletes, oldest first. */
  drops: (names: readonly string[]) =>
    `You already have ${9 + names.length} saved lists. Saving this one deletes the oldest${quoteNames(names)}.`,
  exists: (name: string) => `You already have a saved list named “${name}”.`,
  /** After `exists`: the same if both are kept. */
  keepingDrops: (names: readonly string[]) => `Keeping both deletes the oldest${quoteNames(names)}.`,
  replaceIt: 'Replace',
  keepBoth: 'Keep both',
} as const;

export const savedLists = {
  title: 'Saved Lists',
  empty: 'No saved lists yet. Save your current list so you can load it again later.',
  emptyHere: (list: string) => `No saved lists in “${list}” yet. Saved lists from your other lists are below.`,
  /** The heading above the saved lists of one list. */
  of: (list: string) => `Saved in “${list}”`,
  view: (name: string) => `View ${name}`,
  add: 'Add to list',
  rename: 'Rename',
  renameTitle: 'Rename Saved List',
  name: 'Name of the saved list',
  noItems: 'This saved list is empty.',
  added: (name: string, added: number, merged: number) => {
    if (added + merged === 0) return `Everything in “${name}” is already on the list`;
    const sentences = [
      ...(added === 0 ? [] : [`${items(added)} added from “${name}”`]),
      ...(merged === 0 ? [] : [`${items(merged)} updated`]),
    ];
    return sentences.join('. ');
  },
  /** Before a saved list is added whose amounts do not all add up (product O8, Q3). */
  amounts: {
    title: 'Choose Amounts',
    text: (name: string) => `These items are on your list, and their amounts can’t be added to those of “${name}”.`,
    keepAll: 'Keep all',
    changeAll: 'Change all',
    /** Below the amount that is kept. */
    inNote: (amount: string) => `${amount} in the note`,
  },
  /** Before a shared list is replaced (product S5). */
  shared: {
    title: 'Replace a Shared List',
    text: (list: string, name: string, others: readonly string[]) =>
      `${sharedWith(list, others)} Loading “${name}” replaces the list’s items and its name for everyone. You can add the items instead.`,
    replace: 'Replace for everyone',
  },
  load: 'Load',
  loadNamed: (name: string) => `Load ${name}`,
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  about: (count: number, date: string) => `${items(count)} · ${date}`,
} as const;

export const addCategory = { title: 'Add New Category', name: 'Category name', add: 'Add' } as const;

export const editCategory = {
  title: 'Edit Category',
  name: 'Category name',
  color: 'Color',
  save: 'Save',
  remove: 'Delete',
} as const;

export const categoryColors = {
  automatic: 'Automatic',
  green: 'Green',
  blue: 'Blue',
  red: 'Red',
  yellow: 'Yellow',
  turquoise: 'Turquoise',
  gray: 'Gray',
  orange: 'Orange',
  olive: 'Olive',
  teal: 'Teal',
  purple: 'Purple',
  pink: 'Pink',
  brown: 'Brown',
} as const;

export type CategoryColorName = keyof typeof categoryColors;

export const install = {
  title: 'Add to Homescreen',
  installed: 'Checklist is already installed on this device. Look for its icon.',
  apple: [
    'Open this page in Safari.',
    'Tap the Share button (a square with an arrow pointing up).',
    'Choose “Add to Home Screen”, then tap “Add”.',
  ],
  other: [
    'Open your browser’s menu.',
    'Choose “Install app” or “Add to home screen”.',
    'Checklist then opens like any other app, even offline.',
  ],
} as const;

export const account = {
  title: 'Account',
  signedInAs: 'Signed in as',
  demo: 'You’re using the demo. Your list is stored only on this device.',
  appearance: 'Appearance',
  theme: { system: 'System', light: 'Light', dark: 'Dark' },
  vibrates: 'Vibrate when you check off an item',
  keepsAwake: 'Keep screen on while shopping',
  tickedLast: 'Checked items last',
  addKeys: 'Press / or N to add an item',
  file: 'Export and import',
  fileHint: 'The file contains your list, categories and saved lists. Importing a file replaces your current list.',
  saveFile: 'Save as a file',
  importFile: 'Import a file',
  stillDownloading: 'Your list is still downloading. Try again when it’s done.',
} as const;

export const savedListToasts = {
  savedListDeleted: (name: string) => `Saved list “${name}” deleted`,
  updated: (name: string) => `Saved list “${name}” updated`,
  /** @param storesLeftOut the number of stores for which the list had no room */
  imported: (count: number, storesLeftOut: number) => {
    const stores = storesLeftOut === 1 ? '1 store was' : `${storesLeftOut} stores were`;
    const leftOut = storesLeftOut === 0 ? '' : `. ${stores} left out: a list can have up to 20`;
    return `${items(count)} imported${leftOut}`;
  },
} as const;
