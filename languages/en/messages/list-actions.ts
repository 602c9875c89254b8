/** Messages of the menu and its list as text, the toolbar, the add bar, the list controls, the menu of an item and Shop mode. */
import { items } from './counts.ts';
import { sharedWith } from './shared-with.ts';

export const toolbar = {
  label: 'List actions',
  createEmpty: { name: 'Create New Empty List', short: 'Empty' },
  save: { name: 'Save List', short: 'Save' },
  load: { name: 'Load Saved List', short: 'Load' },
  addCategory: { name: 'Add Category', short: 'Category' },
  restore: { name: 'Restore Default List', short: 'Default' },
  undo: { name: 'Undo', short: 'Undo', keys: 'Ctrl+Z' },
  redo: { name: 'Redo', short: 'Redo', keys: 'Ctrl+Shift+Z' },
} as const;

/** The confirmations before the list is replaced (spec section 5). */
/** Before the question, in a list that has other members, or may have. */
const replacedForAll = (list: string, others: readonly string[]): string =>
  `${sharedWith(list, others)} Its items will be replaced for everyone.`;

export const replaceList = {
  createEmpty: {
    title: 'Create New Empty List',
    text: 'Create a new empty list? Your current list will be replaced.',
    yes: 'Create',
    shared: replacedForAll,
    /** What earlier versions tell the other members. */
    loadedAs: 'Empty List',
  },
  restore: {
    title: 'Restore Default List',
    text: 'This will restore the default list. Your current list will be replaced. Continue?',
    yes: 'Restore',
    shared: replacedForAll,
    loadedAs: 'Default List',
  },
} as const;

export const adder = {
  label: 'Add an item',
  item: 'Add shopping item',
  category: 'Category',
  selectCategory: 'Select a category',
  newCategory: '+ Add new category',
  add: 'Add Item',
  suggestions: 'Suggestions',
  /** @param store the store that the item is tied to, unless it is the chosen one */
  alreadyListed: (name: string, category: string, store: string | null) =>
    `${name} is already on the list, ${store === null ? `in ${category}` : `for ${store}`}`,
  wasChecked: (name: string) => `${name} was checked and is now back on the list`,
  /** After `alreadyListed`, `wasChecked` or `listedWith`: what is new about the item. */
  nowWith: (listed: string, { amount, note, store }: News) => {
    const withNote = note === '' ? '' : `with the note “${note}”`;
    const news = [amount, withNote, store === '' ? '' : `for ${store}`].filter((part) => part !== '');
    return news.length === 0 ? listed : `${listed}, now ${news.join(', ')}`;
  },
  /** Its amount and the new one do not add up; a button offers the new one. */
  listedWith: (name: string, amount: string) => `${name} is already on the list with ${amount}`,
  changeTo: (amount: string) => `Change to ${amount}`,
  /** After `alreadyListed`, `nowWith` or `listedWith`: the note of the item is too long for the new one. */
  noteFull: (listed: string) => `${listed}. Its note is full, so the new one wasn’t added`,
  /** How the text is understood, such as Milk · 2 l · Dairy. */
  preview: (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · '),
  asTyped: 'Keep as typed',
  /** The typed text is a list: `salt, pepper and rice`. */
  split: (count: number) => `Split into ${count}`,
  /** The end of the added text may be the name of a store: `oat milk @ Lidl`. */
  addStore: (name: string) => `Add store ${name}`,
  /** @param store if the item waits for another store than the chosen one */
  added: (name: string, category: string, store: string | null) =>
    `${name} added ${store === null ? `to ${category}` : `for ${store}`}`,
  addedMany: (added: number, listed: number) => {
    if (listed === 0) return `${items(added)} added`;
    const were = listed === 1 ? 'was' : 'were';
    return added === 0
      ? `${items(listed)} ${were} already on the list`
      : `${items(added)} added. ${listed} ${were} already on the list`;
  },
  /** The visible part of `didYouMean`. */
  near: (name: string) => `${name}?`,
  didYouMean: (name: string) => `Did you mean ${name}?`,
  change: 'Change',
  changeCategory: (name: string) => `Change category of ${name}`,
  goesTo: (preview: string, category: string) =>
    `${preview === '' ? '' : `${preview}. `}Goes to ${category}. Change category`,
  onList: 'on the list',
  checked: 'checked',
} as const;

/** The items that the shopper usually buys (product O7). */
export const again = {
  name: 'Again',
  close: 'Close “Again”',
  addAll: (count: number) => `Add all ${count}`,
  none: 'Items you check off often will appear here.',
  allListed: 'Everything you usually buy is on your list.',
  alreadyListed: (name: string) => `${name} is already on your list.`,
  forget: 'Forget',
  forgotten: (name: string) => `${name} won’t be suggested anymore`,
  remembered: (name: string) => `${name} will be suggested again`,
} as const;

export const controls = {
  emptyList: 'Your list is empty. What do you need?',
  addFirst: 'Add an item',
  /** Once something was chosen of the staples. */
  started: 'What else do you need?',
  /** The name of the group of common names below. */
  staples: 'Tap to add',
  noCategories: 'No categories available. Add some categories to get started!',
  addCategory: 'Add a category',
  select: 'Select',
  clearChecked: 'Clear checked',
  uncheckAll: 'Uncheck all',
  collapseAll: 'Collapse all',
  expandAll: 'Expand all',
} as const;

export const listToasts = {
  cleared: (count: number) => `${items(count)} cleared`,
  started: 'Your list is now empty',
  restored: 'Restored the default list',
  replaced: (name: string) => `“${name}” is now your list`,
  unchecked: (count: number) => `${items(count)} unchecked`,
} as const;

/** Labels of the menu entries. */
export const menu = {
  install: 'Add to Homescreen',
  site: 'Product Site',
  help: 'Help',
  about: 'About Us',
  changelog: 'Changelog',
  account: 'Account',
  logout: 'Logout',
  newTab: 'opens in a new tab',
} as const;

/** What adding an item changed about one that was on the list; '' for nothing. */
type News = { readonly amount: string; readonly note: string; readonly store: string };

/** The items that others added to categories the shopper has passed (product O5). */
type AddedBehind = {
  /** Whether the latest item is new; otherwise it was moved there or unchecked. */
  readonly isNew: boolean;
  /** Who added the latest item; '' if that is not known. */
  readonly who: string;
  /** The name of the latest item. */
  readonly name: string;
  readonly category: string;
  /** The number of other items. */
  readonly more: number;
};

/** Arranging the categories (product O1). */
export const arrange = {
  menu: 'Arrange categories',
  title: 'Arrange Categories',
  hint: 'Put the categories in the order you walk through the store.',
  /** The select for the order to arrange, shown if the list has stores. */
  order: 'Order',
  orderOfList: 'List order',
  orderFor: (store: string) => `Order for ${store}`,
  /** Returns a store to the order of the list. */
  asInList: 'Same as the list',
  nowAsInList: (store: string) => `${store} follows the list’s order again`,
  alphabetical: 'Alphabetical',
  done: 'Done',
  sorted: 'Categories sorted alphabetically',
  /** The handle, by which a category is dragged and moved with the arrow keys. */
  drag: (name: string) => `Drag ${name}`,
  keys: 'Use the up and down arrow keys to move it. Home moves it to the top, End to the bottom.',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  toTop: (name: string) => `Move ${name} to the top`,
  /** For screen readers, after a move. */
  position: (name: string, place: number, count: number) => `${name}, position ${place} of ${count}`,
} as const;

/** The stores of a list (product O2, O3). */
export const stores = {
  menu: 'Stores',
  title: 'Stores',
  hint: 'Each store has its own order of categories. You can also assign items to a store.',
  field: 'Add a store',
  add: 'Add',
  done: 'Done',
  renameNamed: (name: string) => `Rename ${name}`,
  removeNamed: (name: string) => `Remove ${name}`,
  renameTitle: 'Rename Store',
  name: 'Store name',
  rename: 'Rename',
  all: 'All stores',
  /** The accessible name of the button that shows the chosen store. */
  choice: (name: string) => `Store: ${name}`,
  choose: 'Choose a store',
  edit: 'Edit stores',
  /** For screen readers, after a choice. */
  allShown: 'Your list for all stores',
  shown: (name: string, others: number) =>
    `Your list for ${name}${others === 0 ? '' : `. ${items(others)} for other stores, at the end`}`,
  others: (count: number) => `Other stores (${count})`,
} as const;

/** The order in which the shopper walked (product O4). */
export const walked = {
  /** @param store '' if none is chosen */
  title: (store: string) => `Use the order you walked${store === '' ? '' : ` at ${store}`}?`,
  hint: 'On your last few trips, you went through the categories in a different order.',
  now: 'Now',
  order: 'As you walked',
  use: 'Use this order',
  never: 'Don’t ask again',
} as const;

/** Messages of Shop mode. */
export const shop = {
  undo: 'Undo',
  done: 'Done',
  add: 'Add',
  bar: 'Shop mode',
  basket: (count: number) => `In the basket (${count})`,
  /** For screen readers, when rows have left the list. */
  summary: (inBasket: number, left: number) => `${items(inBasket)} in the basket, ${left} left`,
  allDone: 'Everything is in the basket',
  /** When items are left for other stores. */
  doneAt: (store: string, others: number) =>
    `Everything for ${store} is in the basket. ${items(others)} left for other stores.`,
  next: 'Clear checked removes the items you bought. Uncheck all keeps them for your next trip.',
  nothing: 'Your list is empty. Add an item to get started.',
  /** If only other stores have items. */
  nothingAt: (store: string) => `Nothing to get at ${store}`,
  behind: ({ isNew, who, name, category, more }: AddedBehind) => {
    const added = who === '' ? `${name} was added` : `${who} added ${name}`;
    const what = isNew ? added : `You still need ${name}`;
    const others = more === 1 ? '1 more item is' : `${more} more items are`;
    const rest = more === 0 ? '' : ` ${others} in categories you have passed.`;
    return `${what}. You have passed ${category}.${rest}`;
  },
  dismiss: 'Dismiss',
} as const;

/** The menu of an item. */
export const itemMenu = {
  edit: 'Edit',
  move: 'Move',
  moveTo: (name: string) => `Move ${name} to`,
  delete: 'Delete',
  amountOf: (name: string) => `Amount of ${name}`,
  less: (amount: string) => `Less: ${amount}`,
  more: (amount: string) => `More: ${amount}`,
  hint: 'Press and hold an item to edit or move it',
  dismissHint: 'Got it',
} as const;

export const listText = {
  add: 'Add several items',
  share: 'Share as text',
  copy: 'Copy as text',
  /** Only what is left, as plain lines. */
  copyLeft: 'Copy what’s left',
  nothingLeft: 'Nothing is left to copy',
  copied: 'List copied as text',
  notLoaded: 'Your items couldn’t be opened. Check your connection, then try again.',
  notCopied: 'The list couldn’t be copied. Your browser doesn’t allow it.',
  notShared: 'The list couldn’t be shared. Copy it as text instead.',
  empty: 'Your list is empty, so there’s nothing to share.',
} as const;
