/** Saving, overwriting and loading lists (product S1 to S3). */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { SavedCopy } from '#core/change/change-saved-lists.ts';
import { boxOf } from '#web/testing/gestures.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { itemRow, savedListRow } from '#core/testing/contents.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { openLists, SHARED } from '#web/testing/lists-in-memory.ts';
import { ADA, GROCERIES, showDemo, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  categoryButton,
  dialog,
  field,
  groupButton,
  itemBox,
  listHeading,
  looksIn,
  menuEntry,
  press,
  pressAndConfirm,
  toastUndo,
} from '#web/testing/steps.ts';

const saving = () => dialog('Save List');
const loading = () => dialog('Saved Lists');

async function saveAs(name: string): Promise<void> {
  await button('Save List').click();
  await field('Name of the saved list', saving()).fill(name);
  await button('Save', saving()).click();
  await expect.element(saving()).not.toBeInTheDocument();
}

beforeEach(() => showDemo());

test('[S2] a loaded item restores its deleted category', async () => {
  await saveAs('All of it');
  await button('Select').click();
  await pressAndConfirm('Delete All', 'Delete');
  await button('Load Saved List').click();
  await button('Load All of it', loading()).click();
  await expect.element(listHeading()).toHaveTextContent('All of it (0/130 items)');
  await expect.element(groupButton('Salads')).toHaveAccessibleName('Salads (0/3)');
});

test('[S3] a list that was saved before can be updated by its button, or saved under another name', async () => {
  await saveAs('Weekly');
  await itemBox('Milk').click();
  await button('Clear checked').click();
  await button('Save List').click();
  await button('Update “Weekly”', saving()).click();
  await expect.element(saving()).not.toBeInTheDocument();
  await expect.element(toastUndo('Saved list “Weekly” updated')).toBeVisible();
  await button('Load Saved List').click();
  await expect.element(loading().getByRole('listitem')).toHaveLength(1);
  await expect.element(loading().getByText(/^129 items ·/)).toBeVisible();
  await button('Close', loading()).click();
  await expect.element(button('Load Saved List')).toHaveFocus();

  await listHeading().getByRole('button').click();
  await button('Actions for Weekly').click();
  await menuEntry('Rename').click();
  await field('List name', dialog('Rename List')).fill('Party');
  await press('{Enter}');
  await button('Save List').click();
  await expect.element(field('Name of the saved list', saving())).toHaveFocus();
  await expect.element(saving().getByRole('button', { name: /^Update/ })).not.toBeInTheDocument();
});

test('[D3] a toast in a long Saved Lists dialog appears below Close', async () => {
  await page.viewport(390, 500);
  for (const number of Array.from({ length: 8 }, (_, at) => at + 1)) await saveAs(`List ${number}`);
  await button('Load Saved List').click();
  await button('Delete List 8', loading()).click();
  await expect.element(toastUndo('Saved list “List 8” deleted')).toBeInViewport({ ratio: 1 });
  const close = boxOf(button('Close', loading()));
  const said = loading().element().querySelector('[data-toasts] > *')?.getBoundingClientRect() ?? new DOMRect();
  expect(close.y + close.height).toBeLessThanOrEqual(said.y);
});

test('[S5] [S4] loading into a shared list asks first and notifies the other members; loading into a private list notifies no member', async () => {
  const week = savedListRow('week', { name: 'Week', items: [itemRow('tea', { name: 'Tea' })] });
  const load = async ({ store, receive }: Awaited<ReturnType<typeof showShared>>) => {
    await receive({ savedLists: [week] });
    await button('Load Saved List').click();
    await button('Load Week', loading()).click();
    return () => store.list.listRow.get(LIST_ROW_ID)?.loaded;
  };
  const readShared = await load(await showShared());
  const question = dialog('Replace a Shared List');
  await expect
    .element(question)
    .toHaveTextContent('Loading “Week” replaces the list’s items and its name for everyone.');
  await expect.element(button('Add to list', question)).toHaveFocus();
  expect(looksIn(question)).toMatchObject({ 'Replace for everyone': 'danger', 'Add to list': 'primary' });
  await button('Cancel', question).click();
  await expect.element(question).not.toBeInTheDocument();
  await button('Load Week', loading()).click();
  await button('Replace for everyone', question).click();
  await expect.element(itemBox('Tea')).toBeVisible();
  expect(readShared()).toMatchObject({ name: 'Week' });
  const readOwn = await load(await showShared({ members: SHARED.members.slice(0, 1) }));
  await expect.element(itemBox('Tea')).toBeVisible();
  expect(readOwn()).toBeUndefined();
});

test('[S6] saved lists of another list are below its name; they can be loaded or added, and are changed where they belong', async () => {
  const own = { ...SHARED, id: ADA.id, name: 'My List', members: SHARED.members.slice(0, 1) };
  const all = await openLists(ADA.id, { entries: [own, SHARED] });
  const sausages = { id: 's', name: 'Sausages', category: 'm', checked: false };
  const grill: SavedCopy = {
    id: 'grill',
    name: 'Grill',
    createdAt: '2026-11-01T08:00:00.000Z',
    items: [sausages],
    categories: [{ id: 'm', name: 'Meat', color: '#aa0000', inList: true }],
    stores: {},
  };
  const savedLists = (id: string) => Promise.resolve(id === SHARED.id ? [grill] : []);
  await showList(GROCERIES, { user: ADA, loadLists: () => Promise.resolve({ ...all, savedLists }) });
  const view = async (): Promise<Locator> => {
    await button('Load Saved List').click();
    await page.getByRole('button', { name: /^View Grill, 1 item/u }).click();
    return dialog('Grill');
  };
  await button('Load Saved List').click();
  await expect.element(loading().getByRole('heading', { name: 'Saved in “Party”' })).toBeVisible();
  await expect.element(loading().getByText(/^No saved lists in “My List” yet\./u)).toBeVisible();
  await expect.element(button('Delete Grill', loading())).not.toBeInTheDocument();
  await button('Close', loading()).click();
  const grilling = await view();
  await expect.element(button('Load', grilling)).toHaveFocus();
  await expect.element(button('Rename', grilling)).not.toBeInTheDocument();
  // Only checked items have more to say.
  await expect.element(grilling.getByRole('listitem')).toHaveTextContent(/^Sausages$/u);
  await button('Add to list', grilling).click();
  await expect.element(announced('1 item added from “Grill”')).toBeVisible();
  await expect.element(categoryButton('Meat (0/1)')).toBeVisible();
  await button('Load', await view()).click();
  await expect.element(announced('“Grill” is now your list')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('Grill (0/1 items)');
  await expect.element(button('Uncheck all: “Grill” is now your list')).not.toBeInTheDocument();
});
