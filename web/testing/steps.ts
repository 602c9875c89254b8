/** For component tests: locators of what users see, by role and name, and short steps. */
import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

type Within = Pick<Locator, 'getByRole'>;

/** A button by its exact name. */
export const button = (name: string, within: Within = page): Locator =>
  within.getByRole('button', { name, exact: true });

/** The visual variant of each button, such as `primary` or `danger`, by the button's name. */
export const looksIn = (within: Within = page): Readonly<Record<string, string>> =>
  Object.fromEntries(
    within
      .getByRole('button')
      .elements()
      .map((one) => [
        one.ariaLabel ?? one.textContent,
        /_(primary|danger|quietDanger|quiet|link)_/u.exec(one.classList.value)?.[1] ?? 'plain',
      ]),
  );

/** The names of the buttons whose action is running. */
export const busyIn = (within: Within = page): readonly string[] =>
  within
    .getByRole('button')
    .elements()
    .filter((one) => one.ariaDisabled === 'true')
    .map((one) => one.ariaLabel ?? one.textContent);

/** What keyboards, password managers and spelling checkers read of each text field, by the field's label. */
export const fieldsIn = (within: Within = page): Readonly<Record<string, string>> =>
  Object.fromEntries(
    within
      .getByRole('textbox')
      .elements()
      .filter((one) => one instanceof HTMLInputElement)
      .map((one) => [
        one.labels?.[0]?.textContent ?? '',
        [one.type, one.inputMode, one.autocomplete, one.autocapitalize, one.spellcheck ? '' : 'unchecked', one.dir]
          .filter((value) => value !== '')
          .join(' '),
      ]),
  );

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

/** The category select of the add bar. */
export const categorySelect = (): Locator => select('Category');

/** The category that the select of the add bar shows. */
export const chosenCategory = (): string | undefined => {
  const element = categorySelect().element();
  return element instanceof HTMLSelectElement ? element.selectedOptions[0]?.textContent : undefined;
};

/** The button of a category by its name, regardless of its counts. */
export const groupButton = (name: string): Locator =>
  page.getByRole('heading', { level: 2 }).getByRole('button', {
    name: new RegExp(`^${name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)} \\(?\\d`, 'u'),
  });

/** A category: its heading and its rows. */
export function section(category: string): Locator {
  const element = groupButton(category).element().closest('section');
  if (element === null) throw new Error(`${category} is not on the list`);
  return page.elementLocator(element);
}

/** The row of an item. */
export const row = (name: string): Locator => page.getByRole('listitem').filter({ has: itemBox(name) });

/** The names of the categories, in order. */
export const groupNames = (): readonly string[] =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent.replace(/\s*\(\d+\/\d+\)[^)]*$/u, ''));

/** The toast's Undo. */
export const toastUndo = (text: string): Locator => button(`Undo: ${text}`);

/** Presses a button that asks for confirmation, and confirms. */
export async function pressAndConfirm(name: string, yes: string): Promise<void> {
  await button(name).click();
  await button(yes, page.getByRole('dialog')).click();
}

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

/** Focuses an element and presses keys. */
export async function pressOn(locator: Locator, keys: string): Promise<void> {
  await focusOn(locator);
  await press(keys);
}

/** Types text into the add field and presses Enter. @param category if missing, the guessed one is used */
export async function addItem(text: string, category?: string): Promise<void> {
  await addField().fill(text);
  if (category !== undefined) await categorySelect().selectOptions(category);
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

/** The names of the rows, in order. @param within the area to look in, such as a category */
export const rowNames = (within: Within = page): readonly string[] =>
  within
    .getByRole('listitem')
    .getByRole('checkbox')
    .elements()
    .map((box) => box.closest('label')?.textContent ?? '');

/** Replaces the list by a list file, as a shopper chooses it in the account dialog. */
export async function importList(content: object): Promise<void> {
  await pressInMenu('Account');
  await expect.element(dialog('Account')).toBeVisible();
  const input = dialog('Account').element().querySelector('input[type=file]');
  const text = JSON.stringify({ format: 'checklist', version: 1, savedLists: [], ...content });
  await userEvent.upload(input ?? document.body, new File([text], 'list.json', { type: 'application/json' }));
}
