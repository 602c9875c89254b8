/** Add Several Items in a real browser: the text, the preview, and what is added. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  announced,
  button,
  categoryButton,
  dialog,
  field,
  itemBox,
  listHeading,
  pasteIntoAddField,
  press,
  pressInMenu,
  select,
} from '#web/testing/steps.ts';

const preview = (): Locator => dialog('Add Several Items');
const line = (name: string): Locator => preview().getByRole('checkbox', { name, exact: true });
const textField = (): Locator => field('One item per line');

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[Q4] pasted lines are previewed with amount, note and category, and added as one undo step', async () => {
  await pasteIntoAddField('Bolognese\n\nIngredients:\n2 cloves garlic, minced\n1 baguette\n½ cup red wine (optional)');
  await expect.element(line('Garlic 2 cloves minced')).toBeChecked();
  await expect.element(line('Bolognese')).not.toBeChecked();
  await expect.element(select('Category of Baguette')).toHaveDisplayValue('Bakery');
  await line('Red Wine ½ cup optional').click();
  await expect.element(select('Category of Red Wine')).not.toBeInTheDocument();
  await select('Category of Garlic').selectOptions('Dairy');
  await button('Add 2 items').click();
  await expect.element(preview()).not.toBeInTheDocument();
  await expect.element(button('2 cloves, Garlic')).toBeVisible();
  await expect.element(categoryButton('Dairy (0/4)')).toBeVisible();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
  await button('Undo: 2 items added').click();
  await expect.element(listHeading()).toHaveTextContent('(0/4 items)');
});

test('[L8] [Q4] a pasted name is capitalized like the name that Checklist knows, as a typed one is', async () => {
  await pasteIntoAddField('kale chips\nSoy milk\nxyzzy');
  await button('Add 3 items').click();
  await addItem('rye bread');
  for (const name of ['Kale chips', 'Soy milk', 'xyzzy', 'Rye bread'])
    await expect.element(itemBox(name)).toBeVisible();
});

test('[Q4] a pasted message that asks for several things opens the preview', async () => {
  await pasteIntoAddField('hey can you get yogurt, 2 avocados and the good baguette? thx');
  await expect.element(line('hey can you get')).not.toBeChecked();
  await expect.element(line('Avocados 2')).toBeChecked();
  await button('Add 3 items').click();
  await expect.element(listHeading()).toHaveTextContent('(0/7 items)');
});

test('[Q4] [L13] unknown names go to the category that is chosen for them all, or for one', async () => {
  await pasteIntoAddField('Xylophone\nQuux');
  await select('Category for other items').selectOptions('Dairy');
  await expect.element(select('Category of Xylophone')).toHaveDisplayValue('Dairy');
  await select('Category of Quux').selectOptions('Bakery');
  await button('Add 2 items').click();
  await expect.element(categoryButton('Dairy (0/4)')).toBeVisible();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
});

test('[Q4] [L9] the preview says what is on the list already, and unticks it if it was ticked; the button counts what changes', async () => {
  await itemBox('Milk').click();
  await pasteIntoAddField('milk\nbutter\nfigs\nfigs');
  await expect.element(preview().getByText('On the list, will be unchecked')).toBeVisible();
  await expect.element(preview().getByText('Already on the list', { exact: true })).toBeVisible();
  await expect.element(preview().getByText('Same as a line above')).toBeVisible();
  await expect.element(select('Category for other items')).not.toBeInTheDocument();
  await expect.element(line('Butter')).not.toBeChecked();
  await button('Add 1, update 1').click();
  await expect.element(announced('1 item added. 1 was already on the list')).toBeVisible();
  await expect.element(itemBox('Milk')).not.toBeChecked();
});

test('[Q4] [Q3] amounts add up, or the shopper chooses which one to keep', async () => {
  await pasteIntoAddField('6 eggs\n2 l milk');
  await expect.element(preview().getByText('Already on the list · becomes 18')).toBeVisible();
  await button('Update 2 items').click();
  await expect.element(button('18, Eggs')).toBeVisible();
  await expect.element(button('2 l, Milk')).toBeVisible();
  await pasteIntoAddField('2 packs milk\nfigs');
  await expect.element(select('Amount of Milk')).toHaveDisplayValue('Keep 2 l, 2 packs in the note');
  await select('Amount of Milk').selectOptions('Change to 2 packs');
  await button('Add 1, update 1').click();
  await expect.element(button('2 packs, Milk')).toBeVisible();
});

test('[Q4] Add several items in the menu asks for a text, which can be changed; Enter in the preview adds it', async () => {
  await pressInMenu('Add several items');
  await expect.element(textField()).toHaveFocus();
  await button('Continue').click();
  await expect.element(page.getByText('Enter at least one item.')).toBeVisible();
  await textField().fill('2 tofu\nfigs');
  await expect.element(page.getByText('Enter at least one item.')).not.toBeInTheDocument();
  await button('Continue').click();
  await button('Edit text').click();
  await expect.element(textField()).toHaveValue('2 tofu\nfigs');
  await button('Continue').click();
  await expect.element(line('Tofu 2')).toHaveFocus();
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('(0/6 items)');
  await expect.element(button('Menu')).toHaveFocus();
});

test('[Q4] text that was not added is there when the dialog opens again, and is gone once it was added', async () => {
  await pressInMenu('Add several items');
  await textField().fill('tofu\nfigs');
  await press('{Escape}');
  await pressInMenu('Add several items');
  await expect.element(textField()).toHaveValue('tofu\nfigs');
  await button('Continue').click();
  await button('Add 2 items').click();
  await pressInMenu('Add several items');
  await expect.element(textField()).toHaveValue('');
  await textField().fill('kale');
  await press('{Escape}');
  await pasteIntoAddField('dates\nplums');
  await expect.element(line('Dates')).toBeChecked();
  await press('{Escape}');
  await pressInMenu('Add several items');
  await expect.element(textField()).toHaveValue('kale\ndates\nplums');
});

test('[Q4] [L10] too many lines and too much text are refused; a name that is too long cannot be chosen', async () => {
  await pasteIntoAddField(Array.from({ length: 1001 }, (_, at) => `Thing ${at}`).join('\n'));
  await expect.element(page.getByText('That’s too many lines. Add up to 1,000 at a time.')).toBeVisible();
  await textField().fill('x'.repeat(200_001));
  await button('Continue').click();
  await expect.element(page.getByText('That’s too much text. Add up to 200,000 characters at a time.')).toBeVisible();
  await textField().fill(`Thing\n${'x'.repeat(201)}`);
  await button('Continue').click();
  const long = preview().getByRole('checkbox', { name: /^x+$/ });
  await expect.element(long).toHaveAttribute('aria-disabled', 'true');
  await expect.element(long).toHaveAccessibleDescription(/^That name is too long/);
  await expect.element(long).not.toBeChecked();
  await expect.element(button('Add 1 item')).toBeEnabled();
});

test('[Q4] without a wanted line nothing can be added; one pasted line stays in the field', async () => {
  await pasteIntoAddField('figs\ntofu');
  await line('Figs').click();
  await line('Tofu').click();
  await expect.element(button('Add 0 items')).toBeDisabled();
  await press('{Escape}');
  await addField().fill('');
  await pasteIntoAddField('figs');
  await expect.element(preview()).not.toBeInTheDocument();
});

test('[Q4] [L8] a ticked line becomes a ticked item', async () => {
  await pasteIntoAddField('- [x] figs\n- [ ] tofu');
  await expect.element(preview().getByText('Checked', { exact: true })).toBeVisible();
  await button('Add 2 items').click();
  await expect.element(listHeading()).toHaveTextContent('My List (1/6 items)');
  await expect.element(itemBox('Tofu')).not.toBeChecked();
});

test('[Q4] [L13] Enter adds a typed list as one item; a button offers it as several, and empties the field once they are added', async () => {
  await addField().fill('apples, bananas and coffee');
  await button('Split into 3').click();
  await expect.element(line('Bananas')).toBeChecked();
  await press('{Escape}');
  await expect.element(addField()).toHaveValue('apples, bananas and coffee');
  await button('Split into 3').click();
  await button('Add 3 items').click();
  await expect.element(addField()).toHaveValue('');
  await expect.element(listHeading()).toHaveTextContent('(0/7 items)');
  await addItem('Figs, dates and plums');
  await expect.element(itemBox('Figs, dates and plums')).toBeVisible();
  await pressInMenu('Add several items');
  await expect.element(textField()).toHaveValue('');
});

test('[L13] [Q4] a text that was added as one item can still be split: the item stays until the others are added', async () => {
  await addItem('Apples, bananas and coffee');
  await button('Split into 3').click();
  await expect.element(line('Bananas')).toBeChecked();
  await press('{Escape}');
  await expect.element(itemBox('Apples, bananas and coffee')).toBeVisible();
  await addItem('Figs and dates');
  await button('Split into 2').click();
  await button('Add 2 items').click();
  await expect.element(itemBox('Dates')).toBeVisible();
  await expect.element(itemBox('Figs and dates')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('(0/7 items)');
});

test('[Q4] several lines that are dropped on the add field are previewed; a single one is left to the browser', async () => {
  /** @returns whether the browser inserts the text */
  const drop = (text: string): boolean => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', text);
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return addField().element().dispatchEvent(event);
  };
  expect(drop('2 lemons')).toBe(true);
  expect(drop('2 lemons\nFigs')).toBe(false);
  await expect.element(line('Lemons 2')).toBeChecked();
  await expect.element(line('Figs')).toBeChecked();
});
