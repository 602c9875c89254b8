/** Saved lists in a real browser: saving, overwriting, loading, adding, renaming and deleting. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  categoryButton,
  dialog,
  field,
  focusOn,
  itemBox,
  listHeading,
  looksIn,
  press,
} from '#web/testing/steps.ts';

const BBQ = savedListRow('bbq', {
  name: 'BBQ',
  items: [
    { id: 'sausages', name: 'Sausages', category: 'meat', checked: true },
    { id: 'other-milk', name: 'Milk', category: 'dairy', checked: false, amount: 2, unit: 'l' },
  ],
});

const WITH_SAVED = {
  ...GROCERIES,
  categories: [...(GROCERIES.categories ?? []), categoryRow('meat', { name: 'Meat', inList: false })],
  savedLists: [BBQ],
};

const name = () => field('Name of the saved list');
const saving = () => dialog('Save List');
const loading = () => dialog('Saved Lists');

beforeEach(async () => {
  await showList(WITH_SAVED);
});

test('[spec-5] [S3] [S4] Save List fills in the name, needs one that is not blank or too long, and overwrites nothing by Enter alone', async () => {
  await showList(GROCERIES);
  await button('Save List').click();
  await expect.element(page.getByRole('tab', { name: 'Existing List' })).toBeDisabled();
  await expect.element(name()).toHaveValue('My List');
  await name().fill('  ');
  await expect.element(button('Save', saving())).toBeDisabled();
  await name().fill('n'.repeat(201));
  await button('Save', saving()).click();
  await expect.element(name()).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name().fill('Weekly');
  await expect.element(name()).not.toHaveAccessibleDescription();
  await expect.element(saving().getByText(/^You already have/u)).not.toBeInTheDocument();
  expect(looksIn(saving())).toMatchObject({ Cancel: 'plain', Save: 'primary' });
  await button('Save', saving()).click();
  await expect.element(announced('Saved as “Weekly”')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('Weekly (0/4 items)');
  await button('Save List').click();
  await expect.element(button('Update “Weekly”')).toBeVisible();
  await expect.element(name()).toHaveFocus();
  await press('{Enter}');
  await expect.element(saving()).toBeVisible();
});

test('[S3] a name that exists asks whether to replace it or keep both', async () => {
  await button('Save List').click();
  await name().fill('bbq');
  await press('{Enter}');
  await expect.element(page.getByText('You already have a saved list named “BBQ”.')).toBeVisible();
  await name().fill('bbq2');
  await expect.element(page.getByText('You already have a saved list named “BBQ”.')).not.toBeInTheDocument();
  await name().fill('BBQ');
  await press('{Enter}');
  await button('Keep both').click();
  await button('Load Saved List').click();
  await expect.poll(() => loading().getByRole('listitem').elements().length).toBe(2);
});

test('[S3] Replace keeps one saved list of the name, with the new items', async () => {
  await button('Save List').click();
  await name().fill('BBQ');
  await press('{Enter}');
  expect(looksIn(saving())).toMatchObject({ 'Keep both': 'plain', Replace: 'danger' });
  await button('Replace').click();
  await button('Load Saved List').click();
  await expect.poll(() => loading().getByRole('listitem').elements().length).toBe(1);
  await expect.element(loading()).toHaveTextContent('4 items');
});

test('[spec-4] [spec-5] [S3] Existing List overwrites the saved list that is chosen, and its toast undoes that', async () => {
  await button('Save List').click();
  await page.getByRole('tab', { name: 'New List' }).click();
  await press('{ArrowRight}');
  const newTab = page.getByRole('tab', { name: 'New List' });
  const existingTab = page.getByRole('tab', { name: 'Existing List' });
  await expect.element(existingTab).toHaveAttribute('aria-selected', 'true');
  await expect.element(existingTab).toHaveFocus();
  await expect.element(saving().getByRole('tablist').getByRole('tab')).toHaveLength(2);
  const panel = page.getByRole('tabpanel', { name: 'Existing List' });
  await expect.element(panel).toBeVisible();
  await expect.element(existingTab).toHaveAttribute('aria-controls', panel.element().id);
  // Tab goes to the selected one only.
  await expect.element(existingTab).toHaveAttribute('tabindex', '0');
  await expect.element(newTab).toHaveAttribute('tabindex', '-1');
  await press('x{ArrowLeft}');
  await expect.element(newTab).toHaveFocus();
  await press('{ArrowLeft}');
  await expect.element(existingTab).toHaveFocus();
  await expect.element(button('Save', saving())).toBeDisabled();
  await saving()
    .getByRole('radio', { name: /^BBQ 2 items/ })
    .click();
  await expect.element(saving()).toBeVisible();
  expect(looksIn(saving())).toMatchObject({ Cancel: 'plain', Save: 'danger' });
  await button('Save', saving()).click();
  await expect.element(saving()).not.toBeInTheDocument();
  await button('Undo: Saved list “BBQ” updated').click();
  await expect.element(announced('Undone: Saved list “BBQ” updated')).toBeVisible();
});

test('[D4] without a saved list, the tab Existing List cannot be reached', async () => {
  await showList(GROCERIES);
  await button('Save List').click();
  await expect.element(page.getByRole('tab', { name: 'Existing List' })).toBeDisabled();
  await page.getByRole('tab', { name: 'New List' }).click();
  await press('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'New List' })).toHaveFocus();
  await expect.element(name()).toBeVisible();
});

test('[S1] saving an eleventh list deletes the oldest, which the dialog names first', async () => {
  const savedLists = Array.from({ length: 10 }, (_, at) =>
    savedListRow(`s${at}`, { name: `Saved ${at}`, createdAt: `2026-01-${10 + at}T08:00:00.000Z` }),
  );
  await showList({ ...GROCERIES, savedLists });
  await button('Save List').click();
  await expect
    .element(page.getByText('You already have 10 saved lists. Saving this one deletes the oldest, “Saved 0”.'))
    .toBeVisible();
  await name().fill('Saved 10');
  await press('{Enter}');
  await expect.element(saving()).not.toBeInTheDocument();
  await button('Load Saved List').click();
  await expect.element(loading().getByRole('listitem')).toHaveLength(10);
  await expect.element(loading().getByRole('listitem').first()).toHaveTextContent('Saved 10');
  await expect.element(button('Load Saved 0', loading())).not.toBeInTheDocument();
  await expect.element(button('Load Saved 1', loading())).toBeVisible();
});

test('[S1] before both lists of one name are kept, the dialog names the oldest, which that deletes', async () => {
  const savedLists = Array.from({ length: 10 }, (_, at) =>
    savedListRow(`s${at}`, { name: `Saved ${at}`, createdAt: `2026-01-${10 + at}T08:00:00.000Z` }),
  );
  await showList({ ...GROCERIES, savedLists });
  await button('Save List').click();
  await name().fill('Saved 5');
  await press('{Enter}');
  const question = saving().getByRole('alert').filter({ hasText: 'You already have a saved list named “Saved 5”.' });
  await expect.element(question).toHaveTextContent('Keeping both deletes the oldest, “Saved 0”.');
});

test('[D4] Enter that is held down opens a saved list, and does not load it', async () => {
  await button('Load Saved List').click();
  await focusOn(page.getByRole('button', { name: /^View BBQ/ }));
  await press('{Enter>4/}');
  await expect.element(button('Load', dialog('BBQ'))).toHaveFocus();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('BBQ (1/2 items)');
});

test('[S2] [O6] Load replaces the list and its name, keeps ticks, and offers to uncheck all', async () => {
  await button('Load Saved List').click();
  await button('Load BBQ').click();
  await expect.element(listHeading()).toHaveTextContent('BBQ (1/2 items)');
  // The complete category collapses at rest.
  await expect.element(categoryButton('Meat (1/1) complete')).toBeVisible();
  await expect.element(button('2 l, Milk')).toBeVisible();
  await button('Uncheck all: “BBQ” is now your list').click();
  await expect.element(categoryButton('Meat (0/1)')).toBeVisible();
  await button('Undo').click();
  await button('Undo').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[S6] [O8] a saved list can be looked at, and added to the open one', async () => {
  await button('Load Saved List').click();
  await page.getByRole('button', { name: /^View BBQ/ }).click();
  const view = dialog('BBQ');
  await expect.element(view.getByText('Sausages')).toBeVisible();
  await expect.element(view.getByText('2 l')).toBeVisible();
  await expect.element(view.getByRole('heading', { name: 'Dairy' })).toBeVisible();
  expect(looksIn(view)).toMatchObject({ Rename: 'quiet', 'Add to list': 'plain', Load: 'primary' });
  await button('Add to list', view).click();
  await expect.element(announced('1 item added from “BBQ”. 1 item updated')).toBeVisible();
  await expect.element(itemBox('Sausages')).not.toBeChecked();
  await expect.element(button('2 l, Milk')).toBeVisible();
});

test('[O8] [Q3] adding a saved list asks which amounts to keep where they do not add up', async () => {
  const eggs = itemRow('other-eggs', { name: 'Eggs', amount: 2, unit: 'box' });
  const butter = itemRow('other-butter', { name: 'Butter', amount: 1, unit: 'pack' });
  await showList({
    ...GROCERIES,
    items: [...(GROCERIES.items ?? []), itemRow('flour', { name: 'Flour', amount: 500, unit: 'g' })],
    savedLists: [
      savedListRow('bake', {
        name: 'Bake',
        items: [eggs, butter, itemRow('other-flour', { name: 'Flour', amount: 1, unit: 'bag' })],
      }),
    ],
  });
  const add = async (): Promise<void> => {
    await button('Load Saved List').click();
    await page.getByRole('button', { name: /^View Bake/ }).click();
    await button('Add to list', dialog('Bake')).click();
  };
  await add();
  const question = dialog('Choose Amounts');
  const choice = (item: string, label: string): Locator =>
    question.getByRole('group', { name: item }).getByRole('radio', { name: label, exact: true });
  await expect.element(question.getByRole('group')).toHaveLength(2);
  await expect.element(choice('Eggs', 'Keep 12, 2 boxes in the note')).toHaveFocus();
  await button('Cancel', question).click();
  await press('{Escape}');
  await button('Close', loading()).click();
  await add();
  await choice('Eggs', 'Change to 2 boxes').click();
  await expect.element(choice('Eggs', 'Change to 2 boxes')).toBeChecked();
  await expect.element(choice('Flour', 'Keep 500 g, 1 bag in the note')).toBeChecked();
  await button('Add to list', question).click();
  await expect.element(announced('3 items updated')).toBeVisible();
  await expect.element(button('2 boxes, Eggs')).toBeVisible();
  await expect.element(button('500 g, Flour')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('12, Eggs')).toBeVisible();
  await add();
  await button('Change all', question).click();
  await expect.element(choice('Flour', 'Change to 1 bag')).toBeChecked();
  await button('Keep all', question).click();
  await expect.element(choice('Eggs', 'Change to 2 boxes')).not.toBeChecked();
  await button('Change all', question).click();
  await button('Add to list', question).click();
  await expect.element(button('2 boxes, Eggs')).toBeVisible();
  await expect.element(button('1 bag, Flour')).toBeVisible();
});

test('[O8] adding what is on the list already says so', async () => {
  const saved = savedListRow('week', { name: 'Week', items: [itemRow('any', { name: 'Milk' })] });
  await showList({ ...GROCERIES, savedLists: [saved] });
  await button('Load Saved List').click();
  await page.getByRole('button', { name: /^View Week/ }).click();
  await button('Add to list', dialog('Week')).click();
  await expect.element(announced('Everything in “Week” is already on the list')).toBeVisible();
});

test('[S6] a saved list is renamed from its view; Escape goes back to the overview', async () => {
  await button('Load Saved List').click();
  await page.getByRole('button', { name: /^View BBQ/ }).click();
  await button('Rename', dialog('BBQ')).click();
  await expect.element(name()).toHaveValue('BBQ');
  await name().fill('Party');
  await button('Rename', dialog('Rename Saved List')).click();
  await expect.element(button('Load Party', loading())).toBeVisible();
  await page.getByRole('button', { name: /^View Party/ }).click();
  await press('{Escape}');
  await expect.element(loading()).toBeVisible();
});

test('[spec-2] a deleted saved list comes back with the Undo of its toast, and without one the dialog says so', async () => {
  await button('Load Saved List').click();
  await button('Delete BBQ').click();
  await expect
    .element(page.getByText('No saved lists yet. Save your current list so you can load it again later.'))
    .toBeVisible();
  await button('Undo: Saved list “BBQ” deleted').click();
  await expect.element(button('Load BBQ')).toBeVisible();
});

test('[O8] a saved list without items can be looked at', async () => {
  await showList({ ...GROCERIES, items: [itemRow('milk')], savedLists: [savedListRow('none', { name: 'None' })] });
  await button('Load Saved List').click();
  await page.getByRole('button', { name: /^View None/ }).click();
  await expect.element(page.getByText('This saved list is empty.')).toBeVisible();
});

test('[S6] a long saved list is shown from its start, with the focus on Load below it', async () => {
  const { items } = BBQ;
  const long = savedListRow('long', {
    name: 'Long',
    items: Array.from({ length: 60 }, (_, at) => items.map((item) => ({ ...item, id: `${item.id}${at}` }))).flat(),
  });
  await showList({ ...WITH_SAVED, savedLists: [long] });
  await button('Load Saved List').click();
  await page.getByRole('button', { name: /^View / }).click();
  await expect.element(button('Load', dialog('Long'))).toHaveFocus();
  await expect.element(button('Load', dialog('Long'))).toBeInViewport();
  await expect.element(dialog('Long').getByRole('heading', { name: 'Long' })).toBeInViewport({ ratio: 1 });
});
