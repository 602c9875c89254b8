/** Suggestions in a real browser: by keyboard, by press, and what they say. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { GROCERIES, showList } from '#web/testing/show-list.tsx';
import { addField, button, categoryButton, focusOn, itemBox, press, select } from '#web/testing/steps.ts';

const options = () => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[L8] up to six suggestions appear while typing; arrow keys move through them, and back to the text', async () => {
  await expect.element(addField()).toHaveAttribute('aria-expanded', 'false');
  await addField().fill('c');
  await expect.poll(() => options().elements().length).toBe(6);
  await expect.element(addField()).toHaveAttribute('aria-expanded', 'true');
  await press('{ArrowDown}');
  await expect.element(options().nth(0)).toHaveAttribute('aria-selected', 'true');
  await expect.element(addField()).toHaveAttribute('aria-activedescendant', options().nth(0).element().id);
  await press('{ArrowDown}');
  await expect.element(options().nth(1)).toHaveAttribute('aria-selected', 'true');
  await press('{ArrowUp}{ArrowUp}');
  await expect.element(addField()).not.toHaveAttribute('aria-activedescendant');
  await expect.element(addField()).toHaveValue('c');
});

test.each(['Enter', 'Tab'])('[L8] %s accepts the active suggestion and keeps the focus', async (key) => {
  await itemBox('Milk').click();
  await addField().fill('mil');
  await expect.element(options().first()).toHaveTextContent('Milk');
  await press(`{ArrowDown}{${key}}`);
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await expect.element(addField()).toHaveFocus();
  await expect.element(addField()).toHaveValue('');
  await expect.element(options()).not.toBeInTheDocument();
});

test('[L8] a suggestion says where it goes and whether it is on the list', async () => {
  await itemBox('Milk').click();
  await addField().fill('milk');
  await expect.element(options().first()).toHaveTextContent(/Milk\s*checked\s*Dairy/);
  await addField().fill('butter');
  await expect.element(options().first()).toHaveTextContent(/Butter\s*on the list\s*Dairy/);
});

test('[L8] a suggestion is added to the category that the shopper chose', async () => {
  await addField().fill('milk');
  await select('Category').selectOptions('Bakery');
  await focusOn(addField());
  await expect.element(options().first()).toHaveTextContent(/^Milk\s*Bakery$/);
  await options().first().click();
  await expect.element(categoryButton('Bakery (0/2)')).toBeVisible();
});

test('[L8] after Escape, the arrow keys choose no suggestion, and Enter adds the text as it was typed', async () => {
  await addField().fill('bu');
  await expect.element(options().first()).toBeVisible();
  await press('{Escape}');
  await expect.element(options()).not.toBeInTheDocument();
  await press('{ArrowDown}');
  await expect.element(addField()).not.toHaveAttribute('aria-activedescendant');
  await press('{Enter}');
  await expect.element(itemBox('bu')).toBeVisible();
});

test('[L8] Escape closes the suggestions and keeps the text; they reopen with the focus', async () => {
  await addField().fill('sal');
  await expect.element(options().first()).toBeVisible();
  await press('{Escape}');
  await expect.element(options()).not.toBeInTheDocument();
  await expect.element(addField()).toHaveValue('sal');
  await focusOn(itemBox('Milk'));
  await focusOn(addField());
  await expect.element(options().first()).toBeVisible();
});

test('[L8] a typo finds its word, and the typed part is marked', async () => {
  await addField().fill('bannana');
  await expect.element(options().first()).toHaveTextContent('Bananas');
  await addField().fill('butt');
  await expect.poll(() => options().first().element().querySelector('b')?.textContent).toBe('Butt');
});

test('[Q2] [L8] a suggestion keeps the amount and the note', async () => {
  await addField().fill('500 g flou (fine)');
  await options()
    .filter({ hasText: /^Flour/ })
    .first()
    .click();
  await expect.element(button('500 g, Flour')).toBeVisible();
  await expect.element(itemBox('Flour fine')).toBeVisible();
  await expect.element(addField()).toHaveFocus();
});

test('[L8] a name that was added before is suggested, also after its item was deleted', async () => {
  await addField().fill('Quinoa Puffs');
  await select('Category').selectOptions('Bakery');
  await button('Add Item').click();
  await button('Delete Quinoa Puffs').click();
  await addField().fill('quin');
  await expect.element(options().filter({ hasText: 'Quinoa Puffs' })).toHaveTextContent('Bakery');
});

test('[L9] choosing a suggestion in a collapsed category expands it', async () => {
  await categoryButton('Dairy (0/3)').click();
  await addField().fill('butter');
  await options().first().click();
  await expect.element(itemBox('Butter')).toBeVisible();
});
