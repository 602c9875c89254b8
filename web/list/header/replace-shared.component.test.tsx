/** Replacing a list that others share, from the toolbar, in a real browser (product S4, S5, H6). */
import { expect, test } from 'vitest';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { button, dialog, importList, listHeading } from '#web/testing/steps.ts';

const SHARED_WITH_BEN = 'You share “My List” with Ben. Its items will be replaced for everyone.';

test.each([
  {
    action: 'Create New Empty List',
    yes: 'Create',
    text: `${SHARED_WITH_BEN} Create a new empty list? Your current list will be replaced.`,
    heading: 'My List (0/0 items)',
    loaded: 'empty-list',
    loadedAs: 'Empty List',
  },
  {
    action: 'Restore Default List',
    yes: 'Restore',
    text: `${SHARED_WITH_BEN} This will restore the default list. Your current list will be replaced. Continue?`,
    heading: 'My List (0/130 items)',
    loaded: 'default-list',
    loadedAs: 'Default List',
  },
])(
  '[S4] [S5] [H6] $action in a shared list says that it is for everyone, keeps the name, and tells the others',
  async ({ action, yes, text, heading, loaded, loadedAs }) => {
    const { store } = await showShared();
    await expect.element(listHeading()).toHaveTextContent('My List');
    await button(action).click();
    await expect.element(dialog(action)).toHaveTextContent(text);
    await button(yes, dialog(action)).click();
    await expect.element(listHeading()).toHaveTextContent(heading);
    const told = store.list.listRow.get(LIST_ROW_ID)?.loaded;
    expect([told?.id.split(':')[0], told?.name]).toEqual([loaded, loadedAs]);
  },
);

test('[L11] [S5] Delete All in a shared list says that it is for everyone, and tells the others', async () => {
  const { store } = await showShared();
  await button('Select').click();
  await button('Delete All').click();
  const question = dialog('Delete All Categories');
  await expect
    .element(question)
    .toHaveTextContent(
      'You share “My List” with Ben. Its items will be deleted for everyone. Are you sure you want to delete ALL categories and their items? This cannot be undone.',
    );
  await button('Delete', question).click();
  await expect.element(listHeading()).toHaveTextContent('(0/0 items)');
  expect(store.list.listRow.get(LIST_ROW_ID)?.loaded?.id).toContain('empty-list:');
});

test('[O8] [Q3] a file that is added to a shared list asks which amounts to keep if they cannot be added up', async () => {
  await showShared();
  const eggs = { id: 'e', name: 'Eggs', category: 'd', checked: false, amount: 2, unit: 'box' };
  await importList({ listName: 'Trip', items: [eggs], categories: [{ id: 'd', name: 'Dairy' }], savedLists: [] });
  await button('Add to list', dialog('Replace a Shared List')).click();
  const question = dialog('Choose Amounts');
  await question.getByRole('radio', { name: 'Change to 2 boxes' }).click();
  await button('Add to list', question).click();
  await expect.element(dialog('Account')).not.toBeInTheDocument();
  await expect.element(button('2 boxes, Eggs')).toBeVisible();
});
