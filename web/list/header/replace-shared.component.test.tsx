/** Replacing a list that others share, from the toolbar, in a real browser (product S4, S5, H6). */
import { expect, test } from 'vitest';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { button, dialog, listHeading } from '#web/testing/steps.ts';

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
