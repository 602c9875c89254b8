/** Locators of controls and texts, by role and name, and where they are on the screen. */
import type { Locator, Page } from '@playwright/test';

/** A button by its exact name. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** An open dialog by its title. */
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** A field of a form by its label. */
export const field = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true });

/** The add field. */
export const adderField = (page: Page): Locator => page.getByRole('combobox', { name: 'Add shopping item' });

/** The toast with a text; it is announced. */
export const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** The toast's Undo button. */
export const toastUndo = (page: Page, text: string): Locator => button(page, `Undo: ${text}`);

/** Opens the menu and presses an entry. */
export async function pressInMenu(page: Page, name: string): Promise<void> {
  await button(page, 'Menu').click();
  await button(page, name).click();
}

/** Presses a button that asks for confirmation, and confirms. */
export async function pressAndConfirm(page: Page, name: string, yes: string): Promise<void> {
  await button(page, name).click();
  await button(page.getByRole('dialog'), yes).click();
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The bounding box of a visible element. */
export async function boxOf(locator: Locator): Promise<Box> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  return box;
}
