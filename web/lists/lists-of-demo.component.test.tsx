/** The lists of the demo, stored in this browser: creating, opening, renaming and deleting them (product H1, H2). */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { loseLocalStorage, restartDemo, showDemo } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  dialog,
  field,
  itemBox,
  listHeading,
  menuEntry,
  pasteIntoAddField,
  press,
  pressInMenu,
  pressOn,
} from '#web/testing/steps.ts';

const lists = (): Locator => dialog('Lists');
const rowOf = (name: string): Locator =>
  lists()
    .getByRole('listitem')
    .filter({ has: button(`Actions for ${name}`) });

async function openLists(): Promise<void> {
  await listHeading().getByRole('button').click();
  await expect.element(lists()).toBeVisible();
}

async function createList(name: string): Promise<void> {
  await openLists();
  await button('Add a list', lists()).click();
  await field('List name', dialog('Add a List')).fill(name);
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent(`${name} (0/0 items)`);
}

async function switchTo(name: string): Promise<void> {
  await openLists();
  await rowOf(name).getByRole('button').first().click();
  await expect.element(button(name, listHeading())).toBeVisible();
}

async function choose(name: string, action: string): Promise<void> {
  await openLists();
  await button(`Actions for ${name}`).click();
  await menuEntry(action).click();
}

beforeEach(() => showDemo());

test('[H1] [H2] the demo has several lists, each with its own items, and shows what is left on each', async () => {
  await createList('Hardware store');
  await switchTo('My List');
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await openLists();
  await expect.element(rowOf('My List')).toHaveTextContent('130 left');
  await expect.element(rowOf('Hardware store')).toHaveTextContent('Empty');
  await expect.element(button('Share this list', lists())).not.toBeInTheDocument();
});

test('[H2] lists are switched without a network, and the list that was open opens again after a reload', async () => {
  await createList('Party');
  await switchTo('My List');
  await expect.element(itemBox('Milk')).toBeInTheDocument();
  await switchTo('Party');
  await restartDemo();
  await expect.element(listHeading()).toHaveTextContent('Party (0/0 items)');
});

test('[H2] the list that was open opens again if a crash has lost what local storage had', async () => {
  await createList('Party');
  await loseLocalStorage('Party');
  await restartDemo();
  await expect.element(listHeading()).toHaveTextContent('Party (0/0 items)');
});

test('[Q4] pasted text that was not added is still there after another list has opened', async () => {
  await createList('Party');
  await pasteIntoAddField('2 tofu\nrye bread');
  await expect.element(dialog('Add Several Items')).toBeVisible();
  await press('{Escape}');
  await expect.element(dialog('Add Several Items')).not.toBeInTheDocument();
  await switchTo('My List');
  await pressInMenu('Add several items');
  await expect.element(dialog('Add Several Items')).toBeVisible();
  await expect.element(dialog('Add Several Items').getByRole('textbox')).toHaveValue('2 tofu\nrye bread');
});

test('[H2] a list that is not open is deleted after a confirmation; the personal list offers no deletion', async () => {
  await createList('Party');
  await switchTo('My List');
  await openLists();
  await button('Actions for My List').click();
  await expect.element(menuEntry('Rename')).toBeVisible();
  await expect.element(page.getByRole('menuitem')).toHaveLength(1);
  await press('{Escape}');
  await button('Actions for Party').click();
  await menuEntry('Delete list…').click();
  const question = dialog('Delete List');
  await expect.element(question).toHaveTextContent('Delete “Party” and everything in it?');
  await button('Cancel', question).click();
  await expect.element(rowOf('Party')).toBeVisible();
  await button('Actions for Party').click();
  await menuEntry('Delete list…').click();
  await button('Delete', question).click();
  await expect.element(announced('“Party” deleted')).toBeVisible();
  await expect.element(lists().getByRole('listitem')).toHaveLength(1);
});

test('[H2] deleting the open list opens the personal list', async () => {
  await createList('Party');
  await choose('Party', 'Delete list…');
  await button('Delete', dialog('Delete List')).click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await expect.element(announced('“Party” deleted')).toBeVisible();
});

test('[H2] [D4] Lists works by keyboard, and returns the focus to the list’s name', async () => {
  await createList('Party');
  await openLists();
  await press('{Escape}');
  await expect.element(listHeading().getByRole('button')).toHaveFocus();
  await press('{Enter}');
  await pressOn(button('Actions for Party'), '{Enter}');
  await expect.element(menuEntry('Rename')).toHaveFocus();
  await press('{Escape}');
  await expect.element(button('Actions for Party')).toHaveFocus();
  await press('{Escape}');
  await expect.element(lists()).not.toBeInTheDocument();
});

test('[H2] [L10] a new list needs a name of at most 200 characters', async () => {
  await openLists();
  await button('Add a list', lists()).click();
  const name = field('List name', dialog('Add a List'));
  await expect.element(name).toHaveFocus();
  await expect.element(button('Create')).toBeDisabled();
  await name.fill('x'.repeat(201));
  await press('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name.fill('  Garden  party ');
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('Garden party (0/0 items)');
});
