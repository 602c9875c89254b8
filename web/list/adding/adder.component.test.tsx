/** The add bar in a real browser: where names go, what it says, and what it refuses. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { itemRow } from '#core/testing/contents.ts';
import { untilStill } from '#web/testing/gestures.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
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

test('[L8] [L13] a known name shows and gets its category; Enter adds it and keeps the focus in the empty field', async () => {
  await addField().fill('baguette');
  await expect.element(select('Category')).toHaveDisplayValue('Bakery');
  await press('{Enter}');
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await expect.element(addField()).toHaveValue('');
  await expect.element(addField()).toHaveFocus();
  await expect.element(announced('Baguette added to Bakery')).toBeVisible();
});

test('[L13] Enter adds without a submission of the form, which the browser lays the page out for; the button submits it', async () => {
  let submissions = 0;
  const count = (): void => void (submissions += 1);
  document.addEventListener('submit', count);
  onTestFinished(() => document.removeEventListener('submit', count));
  await addItem('baguette');
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  expect(submissions).toBe(0);
  await addField().fill('croissant');
  await button('Add Item').click();
  await expect.element(categoryButton('Bakery (0/3)')).toBeVisible();
  expect(submissions).toBe(1);
});

test('[L13] the Enter that completes a word in an input method adds nothing, also in Safari, which ends the composition before it', async () => {
  await addField().fill('baguette');
  const pressEnter = (part: object): boolean =>
    addField()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...part }));
  pressEnter({ isComposing: true });
  pressEnter({ keyCode: 229 });
  await expect.element(addField()).toHaveValue('baguette');
  pressEnter({ keyCode: 13 });
  await expect.element(addField()).toHaveValue('');
});

test('[L13] an unknown name goes to Other, and its category changes before and after adding', async () => {
  await addField().fill('Zimtsterne');
  await expect.element(select('Category')).toHaveDisplayValue(/Misc|Other/);
  await page.getByLabelText(/^Goes to .+ Change category$/).selectOptions('Dairy');
  await expect.element(addField()).toHaveFocus();
  await press('{Enter}');
  await expect.element(categoryButton('Dairy (0/4)')).toBeVisible();
  await page.getByLabelText('Change category of Zimtsterne').selectOptions('Bakery');
  await expect.element(announced('Zimtsterne added to Bakery')).toBeVisible();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await expect.element(addField()).toHaveFocus();
  await button('Undo').click();
  await expect.element(categoryButton('Dairy (0/4)')).toBeVisible();
});

test('[L13] an added item can go to a new category, and the focus returns to the field', async () => {
  await addItem('Zimtsterne');
  await page.getByLabelText('Change category of Zimtsterne').selectOptions('+ Add new category');
  await field('Category name', dialog('Add New Category')).fill('Advent');
  await press('{Enter}');
  await expect.element(categoryButton('Advent (0/1)')).toBeVisible();
  await expect.element(addField()).toHaveFocus();
});

test('[L13] a chosen category stays for its item only; Enter in the select adds', async () => {
  await addField().fill('milk');
  await select('Category').selectOptions('Bakery');
  await focusOn(select('Category'));
  await press('{Enter}');
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await expect.element(addField()).toHaveFocus();
  await addField().fill('yogurt');
  await expect.element(select('Category')).not.toHaveDisplayValue('Bakery');
  await focusOn(select('Category'));
  await press('{Escape}');
  await expect.element(addField()).toHaveFocus();
});

test('[L8] without the choice, the category is guessed again', async () => {
  await addField().fill('milk');
  await select('Category').selectOptions('Bakery');
  await select('Category').selectOptions('Select a category');
  await expect.element(select('Category')).toHaveDisplayValue('Dairy');
});

test('[spec-4] a new category is made while adding, and is then chosen', async () => {
  await addField().fill('Tulips');
  await focusOn(select('Category'));
  await select('Category').selectOptions('+ Add new category');
  await press('{Escape}');
  await expect.element(select('Category')).toHaveFocus();
  await select('Category').selectOptions('+ Add new category');
  await field('Category name', dialog('Add New Category')).fill('Garden');
  await press('{Enter}');
  await expect.element(select('Category')).toHaveDisplayValue('Garden');
  await expect.element(addField()).toHaveValue('Tulips');
  await button('Add Item').click();
  await expect.element(categoryButton('Garden (0/1)')).toBeVisible();
});

test('[L13] a near match is offered after adding, and renames and moves the item in one step', async () => {
  await button('Delete Bread').click();
  await addItem('bred');
  await expect.element(itemBox('bred')).toBeVisible();
  await button('Did you mean Bread?').click();
  await expect.element(itemBox('Bread')).toBeVisible();
  await expect.element(itemBox('bred')).not.toBeInTheDocument();
  await expect.element(addField()).toHaveFocus();
  await button('Undo').click();
  await expect.element(itemBox('bred')).toBeVisible();
});

test('[L13] a near match that is on the list is found, and the new item disappears', async () => {
  await addItem('buttr');
  await button('Did you mean Butter?').click();
  await expect.element(announced('Butter is already on the list')).toBeVisible();
  await expect.element(itemBox('buttr')).not.toBeInTheDocument();
});

test('[L13] the plural that is on the list is offered after its singular was added, and both add up', async () => {
  await addItem('3 egg');
  await expect.element(itemBox('Egg')).toBeVisible();
  await button('Did you mean Eggs?').click();
  await expect.element(button('15, Eggs')).toBeVisible();
  await expect.element(itemBox('Egg')).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(button('3, Egg')).toBeVisible();
  // Of words that are not on the list, either form is right.
  await addItem('lemon');
  await expect.element(itemBox('Lemon')).toBeVisible();
  await expect.element(button('Did you mean Lemons?')).not.toBeInTheDocument();
});

test('[Q2] the bar shows what it understands, and the row shows name, amount and note', async () => {
  await addField().fill('2 l oat milk (barista)');
  await expect.element(page.getByText(/^Oat Milk · 2 l · .+ · barista$/).first()).toBeInTheDocument();
  await press('{Enter}');
  await expect.element(button('2 l, Oat Milk')).toBeVisible();
  await expect.element(itemBox('Oat Milk barista')).toBeVisible();
});

test('[Q2] a button or Shift+Enter takes the text as the name', async () => {
  await addField().fill('2 figs');
  await button('Keep as typed').click();
  await expect.element(addField()).toHaveFocus();
  await press('{Enter}');
  await expect.element(itemBox('2 figs')).toBeVisible();
  await addField().fill('3 figs');
  await press('{Shift>}{Enter}{/Shift}');
  await expect.element(itemBox('3 figs')).toBeVisible();
});

test('[L9] a name that is on the list is reported with its category, and unticked', async () => {
  await itemBox('Milk').click();
  await addItem(' mILK ');
  await expect.element(announced('Milk was checked and is now back on the list')).toBeVisible();
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await addItem('milk');
  await expect.element(announced('Milk is already on the list, in Dairy')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('(0/4 items)');
});

test('[Q3] amounts add up; where they cannot, the new one is offered', async () => {
  await addItem('6 eggs');
  await expect.element(button('18, Eggs')).toBeVisible();
  await expect.element(announced('Eggs is already on the list, in Dairy, now 18')).toBeVisible();
  await addItem('2 packs eggs');
  await expect.element(announced('Eggs is already on the list with 18')).toBeVisible();
  await button('Change to 2 packs').click();
  await expect.element(button('2 packs, Eggs')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('18, Eggs')).toBeVisible();
});

test('[L10] a name without letters or over 200 characters is refused with a message, and stays in the field', async () => {
  await expect.element(button('Add Item')).toBeDisabled();
  await addItem('   ');
  await expect.element(button('Add Item')).toBeDisabled();
  await expect.element(announced('Please enter a name')).toBeVisible();
  const long = 'x'.repeat(201);
  await addItem(long);
  await expect.element(announced('That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await expect.element(addField()).toHaveValue(long);
  await addItem('\u200b\u200d');
  await expect.element(announced('Please enter a name')).toBeVisible();
  await addField().fill('f');
  await expect.element(announced('Please enter a name')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('(0/4 items)');
});

test('[L8] what others change does not take the status away', async () => {
  const { receive } = await showShared();
  await addItem('Zimtsterne');
  await receive({ items: [itemRow('tea', { name: 'Tea' })] });
  await expect.element(itemBox('Tea')).toBeVisible();
  await expect.element(announced('Zimtsterne added to')).toBeVisible();
});

test('[spec-4] an added item expands its category', async () => {
  await categoryButton('Bakery (0/1)').click();
  await expect.element(itemBox('Bread')).not.toBeInTheDocument();
  await addItem('baguette');
  await expect.element(itemBox('Bread')).toBeVisible();
});

test('[D4] slash and n focus the field from the list, and are letters in it', async () => {
  await focusOn(itemBox('Milk'));
  await press('/');
  await expect.element(addField()).toHaveFocus();
  await expect.element(addField()).toHaveValue('');
  await focusOn(itemBox('Milk'));
  await press('n');
  await expect.element(addField()).toHaveFocus();
  await press('n/');
  await expect.element(addField()).toHaveValue('n/');
});

test('[D5] a shortcut or a shared text opens the field', async () => {
  await showList(GROCERIES, { consumeLaunch: () => ({ action: 'add', text: 'Leeks' }) });
  await expect.element(addField()).toHaveFocus();
  await expect.element(addField()).toHaveValue('Leeks');
});

test('[Q3] a note that is added to an item of the list is said', async () => {
  await showList({ ...GROCERIES, items: [itemRow('milk', { name: 'Milk', amount: 2, unit: 'l' })] });
  await addItem('milk (lactose-free)');
  const listed = 'Milk is already on the list, in Dairy, now';
  await expect.element(announced(`${listed} with the note “lactose-free”`)).toBeVisible();
  await addItem('1 l milk (barista)');
  await expect.element(announced(`${listed} 3 l, with the note “lactose-free, barista”`)).toBeVisible();
  await addItem('2 packs milk (fresh)');
  const other = 'Milk is already on the list with 3 l, now with the note “lactose-free, barista, fresh”';
  await expect.element(announced(other)).toBeVisible();
  await expect.element(button('Change to 2 packs')).toBeVisible();
});

test('[Q3] the note of an item that has no room for a new one is kept, and the app says so', async () => {
  await showList({ ...GROCERIES, items: [itemRow('milk', { name: 'Milk', note: 'n'.repeat(199) })] });
  await addItem('milk (oat)');
  await expect.element(announced('Its note is full, so the new one wasn’t added')).toBeVisible();
});

test('[L8] a name in small letters takes the capitals of the known name; as typed, it keeps them small', async () => {
  await addItem('apple juice');
  await expect.element(itemBox('Apple Juice')).toBeVisible();
  await addField().fill('kale chips');
  await press('{Shift>}{Enter}{/Shift}');
  await expect.element(itemBox('kale chips')).toBeVisible();
});

test('[Q2] eggs 12 and a dozen eggs are one row, and a half stays ½', async () => {
  await showList({ categories: GROCERIES.categories ?? [] });
  await addItem('eggs 12');
  await addItem('a dozen eggs');
  await expect.element(button('24, Eggs')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('(0/1 items)');
  await addItem('½ lemon');
  await expect.element(button('½, Lemon')).toBeVisible();
});

test('[L9] an added row far from the screen is shown at once, in view and lit; one in view does not move', async () => {
  const items = Array.from({ length: 200 }, (_, at) => itemRow(`i${at}`, { name: `Thing ${at}` }));
  await showList({ ...GROCERIES, items });
  await addItem('Zwieback');
  await page.getByLabelText('Change category of Zwieback').selectOptions('Dairy');
  await addItem('zzz');
  await page.getByLabelText('Change category of zzz').selectOptions('Dairy');
  await expect.element(itemBox('zzz')).toBeInViewport();
  const row = itemBox('zzz').element().closest('[role="listitem"]');
  expect(row?.getAnimations().some(({ id }) => id === 'shown')).toBe(true);
  await untilStill();
  const before = window.scrollY;
  await addItem('Zwieback');
  await expect.element(itemBox('Zwieback')).toBeInViewport();
  expect(window.scrollY).toBe(before);
});
