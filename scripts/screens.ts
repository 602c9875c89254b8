/** Every screen of the app, and the steps that lead to it. */
import type { Page } from '@playwright/test';
import { createSampleFile } from './sample-list.ts';

export type Screen = {
  /** The start of its screenshot's file name. */
  readonly name: string;
  readonly title: string;
  /** Opens the screen, from the sign-in screen or from the open list. */
  readonly open: (page: Page) => Promise<void>;
};

/** The screen that is also in the manifest. */
export const listPicture: Screen = { name: 'list', title: 'The list', open: openList };

export const screens: readonly Screen[] = [
  { name: 'sign-in', title: 'Sign in', open: (page) => button(page, 'Sign In').waitFor() },
  { name: 'create-account', title: 'Create account', open: (page) => press(page, /Sign up$/) },
  { name: 'reset-password', title: 'Reset password', open: (page) => press(page, 'Forgot password?') },
  { name: 'invited', title: 'An invitation, signed out', open: (page) => openInvitation(page) },
  listPicture,
  { name: 'suggestions', title: 'Suggestions', open: (page) => onList(page, () => item(page).fill('tomato')) },
  { name: 'add-several', title: 'Add Several Items', open: (page) => inDialog(page, () => paste(page)) },
  {
    name: 'add-several-text',
    title: 'The text of several items',
    open: (page) => inDialog(page, () => choose(page, 'Add several items')),
  },
  { name: 'select', title: 'Select mode', open: (page) => onList(page, () => select(page)) },
  { name: 'save-list', title: 'Save List', open: (page) => inDialog(page, () => press(page, 'Save List')) },
  { name: 'saved-lists', title: 'Saved Lists', open: (page) => inDialog(page, () => press(page, 'Load Saved List')) },
  { name: 'saved-list', title: 'A saved list', open: (page) => inDialog(page, () => viewSaved(page)) },
  { name: 'add-category', title: 'Add category', open: (page) => inDialog(page, () => press(page, 'Add Category')) },
  { name: 'edit-item', title: 'Edit item', open: (page) => inDialog(page, () => box(page, 'Butter').press('F2')) },
  {
    name: 'edit-category',
    title: 'Edit category',
    open: (page) => inDialog(page, () => press(page, 'Edit category Bakery')),
  },
  {
    name: 'rename-list',
    title: 'Rename List',
    open: (page) => onList(page, () => rename(page)),
  },
  { name: 'lists', title: 'Lists', open: (page) => inDialog(page, () => press(page, 'Saturday Shop')) },
  { name: 'add-list', title: 'Add a List', open: (page) => onList(page, () => addList(page)) },
  { name: 'join', title: 'An invitation in the demo', open: (page) => onList(page, () => openInvitation(page)) },
  { name: 'confirm', title: 'A question', open: (page) => inDialog(page, () => press(page, 'Restore Default List')) },
  {
    name: 'toast',
    title: 'Undo after deleting',
    open: (page) => onList(page, () => box(page, 'Butter').press('Delete')),
  },
  { name: 'menu', title: 'Menu', open: (page) => onList(page, () => openMenu(page)) },
  { name: 'stores', title: 'Stores', open: (page) => inDialog(page, () => addStores(page)) },
  { name: 'rename-store', title: 'Rename Store', open: (page) => onList(page, () => renameStore(page)) },
  { name: 'choose-store', title: 'Choosing a store', open: (page) => onList(page, () => openStoreMenu(page)) },
  {
    name: 'arrange',
    title: 'Arrange categories',
    open: (page) => inDialog(page, () => choose(page, 'Arrange categories')),
  },
  { name: 'account', title: 'Account', open: (page) => inDialog(page, () => choose(page, 'Account')) },
  {
    name: 'install',
    title: 'Add to Homescreen',
    open: (page) => inDialog(page, () => choose(page, 'Add to Homescreen')),
  },
  { name: 'shop', title: 'Shop mode', open: (page) => onList(page, () => shop(page)) },
  { name: 'shop-store', title: 'Shop mode in a store', open: (page) => onList(page, () => shopInStore(page)) },
  { name: 'again', title: 'Again', open: (page) => onList(page, () => openAgain(page)) },
  { name: 'walked', title: 'The order you walked', open: (page) => inDialog(page, () => walkThreeTimes(page)) },
  { name: 'empty-list', title: 'An empty list', open: (page) => onList(page, () => empty(page)) },
];

/** Opens the demo with the sample list, unless the page already shows it. */
async function openList(page: Page): Promise<void> {
  const isThere = page.getByRole('heading', { level: 1, name: 'Saturday Shop' });
  await isThere.or(button(page, 'Try Demo')).waitFor();
  if (await isThere.isVisible()) return item(page).waitFor();
  await press(page, 'Try Demo');
  await press(page, 'Open demo');
  await choose(page, 'Account');
  const file = { name: 'sample.json', mimeType: 'application/json', buffer: Buffer.from(createSampleFile()) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('heading', { level: 1, name: 'Saturday Shop' }).waitFor();
  // All of its items are ticked, so it collapses.
  await page.getByRole('button', { name: /^Bakery /, expanded: false }).waitFor();
  // Hides the message that the file was imported.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Saturday Shop' }).waitFor();
  // The add bar is in the deferred chunk, with all other parts that the list does not need to start.
  await item(page).waitFor();
}

async function onList(page: Page, work: () => Promise<void>): Promise<void> {
  await openList(page);
  await work();
}

/** Performs an action on the open list and waits for its dialog. */
async function inDialog(page: Page, work: () => Promise<void>): Promise<void> {
  await onList(page, work);
  await page.getByRole('dialog').waitFor();
}

async function select(page: Page): Promise<void> {
  await press(page, 'Select');
  for (const name of ['Bakery', 'Beverages']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
}

async function openMenu(page: Page): Promise<void> {
  await press(page, 'Menu');
  await button(page, 'Logout').waitFor();
}

async function choose(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await press(page, name);
}

/** The later screens show the stores, too. */
async function addStores(page: Page): Promise<void> {
  await choose(page, 'Stores');
  const field = page.getByRole('textbox', { name: 'Add a store' });
  await field.waitFor();
  for (const name of ['Corner Market', 'Harbor Foods']) {
    const added = button(page, `Rename ${name}`);
    if (await added.isVisible()) continue;
    await field.fill(name);
    await field.press('Enter');
    await added.waitFor();
  }
}

async function renameStore(page: Page): Promise<void> {
  await addStores(page);
  await press(page, 'Rename Corner Market');
  await page.getByRole('dialog', { name: 'Rename Store' }).waitFor();
}

async function openStoreMenu(page: Page): Promise<void> {
  await addStores(page);
  await closeDialog(page, 'Done');
  await press(page, /^Store: /u);
  await storeNamed(page, 'Corner Market').waitFor();
}

/** The items for another store are unfolded below the list. */
async function shopInStore(page: Page): Promise<void> {
  await addStores(page);
  await closeDialog(page, 'Done');
  for (const name of ['Orange Juice', 'Cheddar Cheese']) {
    await box(page, name).press('F2');
    await page.getByRole('combobox', { name: 'Store', exact: true }).selectOption('Harbor Foods');
    await closeDialog(page, 'Save');
  }
  await press(page, /^Store: /u);
  await storeNamed(page, 'Corner Market').click();
  await button(page, 'Store: Corner Market').waitFor();
  await shop(page);
  await press(page, 'Other stores (2)');
}

const storeNamed = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });

/** Presses a button of the open dialog that closes it. */
async function closeDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Again offers what was ticked and is no longer on the list. */
async function openAgain(page: Page): Promise<void> {
  for (const name of ['Coffee', 'Bananas', 'Lettuce', 'Frozen Peas', 'Spaghetti', 'Dish Soap'])
    await box(page, name).press('Space');
  await press(page, 'Clear checked');
  // Hides the message that offers Undo.
  await shop(page);
  await press(page, 'Done');
  await press(page, 'Again');
  await button(page, 'Coffee').waitFor();
}

const WALKED = 'Avocados,Salmon,Yogurt,Rice,Sparkling Water,Paper Towels,Dog Food,Ice Cream'.split(',');

/** Three trips in the same order, which is not that of the list. */
async function walkThreeTimes(page: Page): Promise<void> {
  for (const isLast of [false, false, true]) {
    await shop(page);
    for (const name of WALKED) await box(page, name).press('Space');
    await press(page, 'Done');
    if (!isLast) await press(page, 'Uncheck all');
  }
}

const PASTED = `Pancakes

1 1/2 cups flour, sifted
2 eggs
500 ml milk (lactose-free)
- [x] butter
gochujang
xylitol`;

/** Pastes several lines into the add field. */
const paste = (page: Page): Promise<void> =>
  item(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, PASTED);

async function rename(page: Page): Promise<void> {
  await press(page, 'Saturday Shop');
  await press(page, 'Actions for Saturday Shop');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename List' }).waitFor();
}

async function addList(page: Page): Promise<void> {
  await press(page, 'Saturday Shop');
  await press(page, 'Add a list');
  await page.getByRole('dialog', { name: 'Add a List' }).waitFor();
}

async function viewSaved(page: Page): Promise<void> {
  await press(page, 'Load Saved List');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
}

async function openInvitation(page: Page): Promise<void> {
  const address = new URL(`/#join=${'x'.repeat(32)}`, page.url()).href;
  // From another page, because going to another fragment of the same page would not start the app.
  await page.goto('about:blank');
  await page.goto(address);
  await button(page, 'Create an account').waitFor();
}

async function shop(page: Page): Promise<void> {
  await press(page, 'Shop mode');
  await button(page, 'Done').waitFor();
  // Until the notice about items behind the shopper is ready, ticks do not count for the trip.
  await page.getByRole('group', { name: 'Shop mode' }).getByRole('status').nth(1).waitFor({ state: 'attached' });
}

async function empty(page: Page): Promise<void> {
  await press(page, 'Create New Empty List');
  await press(page, 'Create');
  await page.getByRole('heading', { level: 1, name: 'New List' }).waitFor();
  // Hides the message that offers Undo.
  await page.reload();
  await item(page).waitFor();
}

const press = (page: Page, name: string | RegExp): Promise<void> => button(page, name).click();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const item = (page: Page) => page.getByRole('combobox', { name: 'Add shopping item' });

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
