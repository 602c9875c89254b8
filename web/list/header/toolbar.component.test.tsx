/** The toolbar in a real browser: undo and redo, by button and by key, and replacing the list. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, setTextSize } from '#web/testing/gestures.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  announced,
  button,
  categoryButton,
  dialog,
  field,
  focusOn,
  itemBox,
  listHeading,
  press,
  select,
} from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[U1] [spec-4] Undo and Redo step through the changes, name them, and are disabled at the ends', async () => {
  await expect.element(button('Undo')).toBeDisabled();
  await expect.element(button('Redo')).toBeDisabled();
  await itemBox('Milk').click();
  await itemBox('Butter').click();
  await button('Undo').click();
  await expect.element(announced('Undone: Butter checked')).toBeVisible();
  await expect.element(itemBox('Butter')).not.toBeChecked();
  await expect.element(itemBox('Milk')).toBeChecked();
  await button('Undo').click();
  await expect.element(button('Undo')).toBeDisabled();
  await button('Redo').click();
  await expect.element(announced('Redone: Milk checked')).toBeVisible();
  await itemBox('Bread').click();
  await expect.element(button('Redo')).toBeDisabled();
});

test.each([
  ['{Control>}z{/Control}', '{Control>}{Shift>}z{/Shift}{/Control}'],
  ['{Control>}z{/Control}', '{Control>}y{/Control}'],
  ['{Meta>}z{/Meta}', '{Meta>}{Shift>}z{/Shift}{/Meta}'],
])('[U5] the keys %s undo and %s redo', async (undo, redo) => {
  await focusOn(itemBox('Milk'));
  await press('[Space]');
  await press(undo);
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await press(redo);
  await expect.element(itemBox('Milk')).toBeChecked();
});

test('[U5] on a keyboard without Latin letters, the keys at their places undo and redo', async () => {
  await itemBox('Milk').click();
  const pressKey = (key: string, code: string): boolean =>
    itemBox('Milk')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true }));
  pressKey('я', 'KeyZ');
  await expect.element(itemBox('Milk')).not.toBeChecked();
  pressKey('н', 'KeyY');
  await expect.element(itemBox('Milk')).toBeChecked();
  // On a Dvorak keyboard.
  pressKey(';', 'KeyZ');
  pressKey('f', 'KeyY');
  await expect.element(itemBox('Milk')).toBeChecked();
});

test('[U5] the keys do nothing to the list in a text field with text and in a dialog; at the end they say so', async () => {
  await itemBox('Milk').click();
  await addField().fill('tea');
  await press('{Control>}z{/Control}');
  await expect.element(itemBox('Milk')).toBeChecked();
  await addField().fill('');
  await press('{Control>}z{/Control}');
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await focusOn(select('Category'));
  await press('{Control>}y{/Control}');
  await expect.element(itemBox('Milk')).toBeChecked();
  await press('{Control>}z{/Control}');
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await focusOn(itemBox('Bread'));
  await press('{Control>}z{/Control}');
  await expect.element(announced('Nothing to undo')).toBeVisible();
  await press('{Control>}y{/Control}{Control>}y{/Control}');
  await expect.element(announced('Nothing to redo')).toBeVisible();
  await button('Add Category').click();
  await focusOn(button('Close'));
  await press('{Control>}z{/Control}');
  await press('{Escape}');
  await expect.element(itemBox('Milk')).toBeChecked();
});

test('[L7] on a phone Undo and Redo are at the bottom, below the list; in Shop mode only its own are', async () => {
  for (const name of ['Undo', 'Redo']) {
    const { bottom, height, width } = button(name).element().getBoundingClientRect();
    expect(bottom).toBeGreaterThan(window.innerHeight - 60);
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
  }
  await button('Shop mode').click();
  const bar = page.getByRole('button', { name: 'Done' }).element().parentElement;
  for (const name of ['Undo', 'Redo']) {
    await expect
      .poll(() =>
        button(name)
          .elements()
          .map((one) => bar?.contains(one)),
      )
      .toEqual([true]);
  }
});

test('[spec-4] [spec-5] Create New Empty List leaves an empty New List and focuses the add field', async () => {
  await button('Create New Empty List').click();
  await button('Create', dialog('Create New Empty List')).click();
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
  await expect.element(addField()).toHaveFocus();
  await button('Undo: Your list is now empty').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[L1] [spec-5] Restore Default List asks first, and then shows the default list', async () => {
  await button('Restore Default List').click();
  const question = dialog('Restore Default List');
  await expect
    .element(question)
    .toHaveTextContent('This will restore the default list. Your current list will be replaced. Continue?');
  await button('Restore', question).click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await button('Undo: Restored the default list').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[spec-4] Clear checked removes the ticked items in one step and says how many', async () => {
  await expect.element(button('Clear checked')).not.toBeInTheDocument();
  await itemBox('Milk').click();
  await itemBox('Butter').click();
  await button('Clear checked').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/2 items)');
  await button('Undo: 2 items cleared').click();
  await expect.element(announced('Undone: 2 items cleared')).toBeVisible();
  await expect.element(itemBox('Milk')).toBeChecked();
});

test('[O6] Uncheck all is above the list while an item is checked, and unchecks every item in one step', async () => {
  await expect.element(button('Uncheck all')).not.toBeInTheDocument();
  await itemBox('Milk').click();
  await itemBox('Butter').click();
  await button('Uncheck all').click();
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await expect.element(button('Uncheck all')).not.toBeInTheDocument();
  await button('Undo: 2 items unchecked').click();
  await expect.element(itemBox('Milk')).toBeChecked();
});

for (const size of [100, 200]) {
  for (const width of [320, 390]) {
    test(`[O6] [L6] at ${width} px and ${size} % text, the first tick and its controls move no row`, async () => {
      await page.viewport(width, 844);
      await setTextSize(size);
      await expect.element(button('Select')).toBeVisible();
      const before = boxOf(itemBox('Milk')).y;
      await itemBox('Milk').click();
      await expect.element(button('Uncheck all')).toBeVisible();
      await expect.element(button('Clear checked')).toBeVisible();
      expect(boxOf(itemBox('Milk')).y).toBe(before);
      const [choose, uncheck, clear] = ['Select', 'Uncheck all', 'Clear checked'].map((name) => boxOf(button(name)));
      expect(uncheck?.top).toBe(choose?.top);
      expect(clear?.top).toBe(choose?.top);
      expect(clear?.right).toBeLessThanOrEqual(width);
    });
  }
}

test('[spec-2] Add Category adds one that is empty and open, with Undo', async () => {
  await button('Add Category').click();
  await field('Category name').fill(' Zoo ');
  await press('{Enter}');
  await expect.element(categoryButton('Zoo (0/0)')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('No items in this category')).toBeVisible();
  await button('Undo').click();
  await expect.element(categoryButton('Zoo (0/0)')).not.toBeInTheDocument();
});

test('[D4] an icon shows its name on keyboard focus and on hover, and Escape hides it', async () => {
  const tooltip = (): Element | null => document.querySelector('[data-tooltip]');
  await focusOn(button('Create New Empty List'));
  await press('{Tab}');
  await expect.poll(() => tooltip()?.textContent).toBe('Save List');
  await press('{Escape}');
  await expect.poll(tooltip).toBeNull();
  await button('Load Saved List').hover();
  await expect.poll(() => tooltip()?.textContent).toBe('Load Saved List');
  await button('Menu').hover();
  await expect.poll(tooltip).toBeNull();
});
