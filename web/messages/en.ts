/** Every sentence the app shows, in English (product W5). Those of spec section 8 stand here verbatim. */
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { ChangeFailure } from '#core/change/change-failure.ts';
import type { FileFailure } from '#core/copy/list-file.ts';
import type { EntryFailure, ResetFailure } from '#client/session/session.ts';
import type { StorageFailure } from '#client/ports/storage.ts';

type FailureType<F extends { readonly type: string }> = F['type'];
type Sentences<Key extends string> = Readonly<Record<Key, string>>;

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);
const categories = (count: number): string => (count === 1 ? '1 category' : `${count} categories`);

/** The version label of the footer (product W1). */
export const VERSION_LABEL = 'v1.0.1';

const changeFailures: Sentences<FailureType<ChangeFailure>> = {
  'blank-name': 'Please type a name',
  'long-name': 'That name is too long: at most 200 characters',
  'no-category': 'Please select a category',
  gone: 'That was deleted meanwhile',
  'item-exists': 'An item of that name is in that category already',
  'category-exists': 'That category is on the list already',
  'too-many-saved-lists': 'There is room for 10 saved lists. Delete some, then try again',
};

const storageFailures: Sentences<FailureType<StorageFailure>> = {
  'storage-full':
    'This device has no room left. Your list goes on here, but closing the app may lose the latest changes.',
  'storage-blocked': 'This browser does not let the app keep anything. Your list lasts until you close this page.',
  'storage-closed': 'The list was closed by another tab. Reload this page; until then changes may not be kept.',
};

const fileFailures: Sentences<FailureType<FileFailure>> = {
  'not-a-list-file': 'That file is not a Checklist file. Your list is as it was.',
  'newer-list-file': 'That file comes from a newer version of Checklist. Your list is as it was.',
  'damaged-list-file': 'That file is damaged and cannot be read. Your list is as it was.',
};

const fieldFailures: Sentences<NonNullable<CredentialsFailure['email'] | CredentialsFailure['password']>> = {
  'missing-email': 'Please enter your email address',
  'invalid-email': 'Please enter a valid email address',
  'missing-password': 'Password is required',
  'weak-password': 'Password must be at least 6 characters and contain only letters and numbers',
};

const accountFailures: Sentences<Exclude<FailureType<EntryFailure>, 'credentials' | 'refused' | 'no-user'>> = {
  'no-server': 'There is no account server here yet. You can use the demo: it needs none.',
  unreachable: 'The server cannot be reached. Check your connection and try again, or use the demo meanwhile.',
  'invalid-credentials': 'Invalid email or password. Please check your credentials and try again.',
};

const resetFailures: Sentences<Exclude<FailureType<ResetFailure>, 'refused' | 'no-user'>> = {
  ...accountFailures,
  'no-server': 'There is no account server here yet, so there is no password to reset.',
  'missing-email': fieldFailures['missing-email'],
  'invalid-email': fieldFailures['invalid-email'],
  'demo-reset': `Demo account password cannot be reset. Use ${DEMO_WORD} as password.`,
};

export const en = {
  product: 'Checklist',
  promise: 'One thumb, no signal, nothing lost.',
  footer: `Checklist © 2025 • ${VERSION_LABEL}`,
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save',
  dismiss: 'Dismiss',

  status: { online: 'Connected', offline: 'Offline Mode' },

  entry: {
    signInTitle: 'Sign In',
    signUpTitle: 'Create Account',
    signInHint: 'Sign in to your shopping list',
    signUpHint: 'Sign up to sync your shopping lists across devices',
    email: 'Email',
    password: 'Password',
    forgot: 'Forgot password?',
    signIn: 'Sign In',
    signUp: 'Create Account',
    toSignUp: "Don't have an account? Sign up",
    toSignIn: 'Already have an account? Sign in',
    tryDemo: 'Try Demo',
    demoFilled: 'Filled in. Press the button to enter the demo.',
    offline: "You're offline. Authentication requires an internet connection.",
    created: 'Account created successfully! You are now signed in.',
    busy: 'One moment…',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
  },

  reset: {
    title: 'Reset Password',
    hint: 'We will send you a link to choose a new one.',
    send: 'Send Reset Email',
    back: 'Back to Sign In',
    offline: "You're offline. Password reset requires an internet connection.",
    sent: 'Password reset email sent! Check your inbox.',
  },

  failure: {
    change: changeFailures,
    storage: storageFailures,
    file: fileFailures,
    field: fieldFailures,
    account: accountFailures,
    reset: resetFailures,
    missingCredentials: 'Please enter both email and password',
    signIn: 'Failed to sign in',
    signUp: 'Failed to create account',
    noUser: 'Failed to create user',
    sendReset: 'Failed to send reset email',
    demo: 'Demo login failed. Please try again.',
    unexpected: 'An error occurred. Please try again.',
  },

  toolbar: {
    label: 'List actions',
    createEmpty: { name: 'Create New Empty List', short: 'New' },
    save: { name: 'Save List', short: 'Save' },
    load: { name: 'Load Saved List', short: 'Load' },
    addCategory: { name: 'Add Category', short: 'Category' },
    restore: { name: 'Restore Default List', short: 'Default' },
    undo: { name: 'Undo', short: 'Undo', keys: 'Ctrl+Z' },
    redo: { name: 'Redo', short: 'Redo', keys: 'Ctrl+Shift+Z' },
  },

  adder: {
    label: 'Add an item',
    item: 'Add shopping item',
    category: 'Category',
    selectCategory: 'Select a category',
    newCategory: '+ Add new category',
    add: 'Add Item',
    suggestions: 'Suggestions',
    alreadyListed: (name: string, category: string) => `${name} is already on the list, in ${category}`,
    added: (name: string, category: string) => `${name} added to ${category}`,
    chooseCategory: 'Now choose a category',
  },

  list: {
    label: 'Shopping list',
    count: (checked: number, total: number) => ` (${checked}/${total})`,
    progress: 'Progress',
    complete: 'complete',
    emptyCategory: 'No items in this category',
    noCategories: 'No categories available. Add some categories to get started!',
    select: 'Select',
    selectCategory: (name: string) => `Select ${name}`,
    selectAll: 'Select All',
    deselectAll: 'Deselect All',
    deleteSelected: (count: number) => `Delete (${count})`,
    deleteAll: 'Delete All',
    clearChecked: 'Clear checked',
    done: 'Done',
    deleteItem: (name: string) => `Delete ${name}`,
    editItem: (name: string) => `Edit ${name}`,
    unnamedCategory: 'Other',
    allDone: 'Everything is in the basket.',
  },

  edit: { title: 'Edit Item', name: 'Name', category: 'Category', save: 'Save' },

  toast: {
    deleted: (name: string) => `${name} deleted`,
    cleared: (count: number) => `${items(count)} cleared`,
    categoriesDeleted: (count: number) => `${categories(count)} deleted`,
    replaced: (name: string) => `${name} is now your list`,
    savedListDeleted: (name: string) => `Saved list ${name} deleted`,
    saved: (name: string) => `Saved as ${name}`,
    brought: (count: number) => `${items(count)} brought in from the file`,
  },

  confirm: {
    createEmpty: {
      title: 'Create New Empty List',
      text: 'Create a new empty list? Your current list will be replaced.',
      yes: 'Create',
    },
    restore: {
      title: 'Restore Default List',
      text: 'This will restore the default list. Your current list will be replaced. Continue?',
      yes: 'Restore',
    },
    deleteSome: {
      title: 'Delete Categories',
      text: (count: number) => `Are you sure you want to delete ${count} categories and all their items?`,
      yes: 'Delete',
    },
    deleteAll: {
      title: 'Delete All Categories',
      text: 'Are you sure you want to delete ALL categories and their items? This cannot be undone.',
      yes: 'Delete',
    },
  },

  saveList: {
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
  },

  savedLists: {
    title: 'Saved Lists',
    empty: 'No saved lists yet. Save the list you have, and load it another day.',
    load: 'Load',
    loadNamed: (name: string) => `Load ${name}`,
    remove: 'Delete',
    removeNamed: (name: string) => `Delete ${name}`,
    about: (count: number, date: string) => `${items(count)} · ${date}`,
  },

  addCategory: { title: 'Add New Category', name: 'Category name', add: 'Add', open: 'Add a category' },

  menu: {
    open: 'Menu',
    install: 'Add to Homescreen',
    shop: 'Shop mode',
    site: 'Product Site',
    help: 'Help',
    about: 'About Us',
    changelog: 'Changelog',
    account: 'Account',
    logout: 'Logout',
    newTab: 'opens in a new tab',
  },

  shop: { leave: 'Leave shop mode', left: (count: number) => (count === 1 ? '1 left' : `${count} left`) },

  install: {
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
  },

  account: {
    title: 'Account',
    demo: 'You are using the demo. Your list is on this device only and is never sent anywhere.',
    appearance: 'Appearance',
    theme: { system: 'As the device', light: 'Light', dark: 'Dark' },
    vibrates: 'Vibrate on a tick',
    keepsAwake: 'Keep screen on while shopping',
    file: 'Your list as a file',
    fileHint: 'Everything you have here: the list, the categories, the saved lists.',
    saveFile: 'Save as a file',
    bringIn: 'Bring in a file',
    fileName: (date: string) => `checklist-${date}.json`,
  },

  notice: {
    update: 'A new version is ready.',
    updateNow: 'Reload',
    later: 'Later',
    saveFile: 'Save the list as a file',
  },

  broken: {
    text: 'Your list is safe on this device. Reload to go on.',
    reload: 'Reload',
    back: 'Back to Sign In',
  },
} as const;

export type Messages = typeof en;
