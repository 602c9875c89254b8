/** For component tests: locators of what users see, by role and name, and short steps. */
import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

type Within = Pick<Locator, 'getByRole'>;

/** A button by its exact name. */
export const button = (name: string, within: Within = page): Locator =>
  within.getByRole('button', { name, exact: true });

/** The check box of an item. Its name has the item's note, too. */
export const itemBox = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });

/** The button of a category, which collapses it. Its name has the counts: `Dairy (1/2)`. */
export const categoryButton = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** An open dialog by its title. */
export const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** A text field by its label. */
export const field = (name: string, within: Within = page): Locator =>
  within.getByRole('textbox', { name, exact: true });

/** A select by its label. */
export const select = (name: string, within: Within = page): Locator =>
  within.getByRole('combobox', { name, exact: true });

/** The field to add items with. */
export const addField = (): Locator => select('Add shopping item');

/** The list's name with its counts. */
export const listHeading = (): Locator => page.getByRole('heading', { level: 1 });

/** An entry of an open menu. */
export const menuEntry = (name: string): Locator => page.getByRole('menuitem', { name, exact: true });

/** A text that screen readers announce, such as a toast. */
export const announced = (text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** Types keys, such as `{Enter}` or `{Control>}z{/Control}`. */
export const press = (keys: string): Promise<void> => userEvent.keyboard(keys);

/** Focuses an element, as Tab would. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument();
  const element = locator.element();
  if (element instanceof HTMLElement) element.focus();
}

/** Types a text into the add field and presses Enter. */
export async function addItem(text: string): Promise<void> {
  await addField().fill(text);
  await focusOn(addField());
  await press('{Enter}');
}

/** Opens the menu of an item. */
export const openItemMenu = (name: string): Promise<void> => button(`More actions for ${name}`).click();

/** Opens the app's menu and presses an entry. */
export async function pressInMenu(name: string): Promise<void> {
  await button('Menu').click();
  await button(name).click();
}

/** Pastes a text into the add field. */
export async function pasteIntoAddField(text: string): Promise<void> {
  await focusOn(addField());
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  addField()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** The names of the rows on the screen, in order. */
export const rowNames = (): readonly string[] =>
  page
    .getByRole('listitem')
    .getByRole('checkbox')
    .elements()
    .map((box) => box.closest('label')?.textContent ?? '');
