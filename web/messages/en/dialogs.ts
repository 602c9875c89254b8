/** The sentences of the dialogs over the list. */
import type { FileFailure } from '#core/copy/list-file.ts';
import { items } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';

export const fileFailures: Sentences<FailureType<FileFailure>> = {
  'not-a-list-file': 'That file is not a Checklist file. Your list is as it was.',
  'newer-list-file': 'That file comes from a newer version of Checklist. Your list is as it was.',
  'damaged-list-file': 'That file is damaged and cannot be read. Your list is as it was.',
};

export const close = 'Close';
export const cancel = 'Cancel';

export const edit = { title: 'Edit Item', name: 'Name', category: 'Category', save: 'Save' } as const;

export const saveList = {
  title: 'Save List',
  newTab: 'New List',
  existingTab: 'Existing List',
  name: 'List name',
  list: 'Saved list',
  choose: 'Select a list',
  save: 'Save',
  overwrite: 'Save over it',
  drops: (name: string) => `You have 10 saved lists. Saving this one drops the oldest, “${name}”.`,
  exists: (name: string) => `There is a saved list “${name}” already.`,
  replaceIt: 'Replace it',
  keepBoth: 'Keep both',
} as const;

export const savedLists = {
  title: 'Saved Lists',
  empty: 'No saved lists yet. Save the list you have, and load it another day.',
  load: 'Load',
  loadNamed: (name: string) => `Load ${name}`,
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  about: (count: number, date: string) => `${items(count)} · ${date}`,
} as const;

export const addCategory = { title: 'Add New Category', name: 'Category name', add: 'Add' } as const;

export const install = {
  title: 'Add to Homescreen',
  installed: 'Checklist is on this device already. Look for its icon.',
  apple: [
    'Open this page in Safari.',
    'Tap the Share button: the square with an arrow that points up.',
    'Choose “Add to Home Screen”, then “Add”.',
  ],
  other: [
    'Open your browser’s menu.',
    'Choose “Install app” or “Add to home screen”.',
    'Checklist then opens like any other app, with or without a signal.',
  ],
} as const;

export const account = {
  title: 'Account',
  signedIn: (email: string) => `Signed in as ${email}`,
  demo: 'You are using the demo. Your list is on this device only and is never sent anywhere.',
  appearance: 'Appearance',
  theme: { system: 'As the device', light: 'Light', dark: 'Dark' },
  vibrates: 'Vibrate on a tick',
  keepsAwake: 'Keep screen on while shopping',
  file: 'Your list as a file',
  fileHint: 'Everything you have here: the list, the categories, the saved lists.',
  saveFile: 'Save as a file',
  bringIn: 'Bring in a file',
  stillComing: 'Your list is not all here yet. Once it has come from your account, you can bring in a file.',
} as const;

export const toast = {
  savedListDeleted: (name: string) => `Saved list ${name} deleted`,
  saved: (name: string) => `Saved as ${name}`,
  brought: (count: number) => `${items(count)} brought in from the file`,
} as const;
