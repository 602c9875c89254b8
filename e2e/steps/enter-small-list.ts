/** Opens the demo with a short list. */
import type { Page } from '@playwright/test';
import { pressAndConfirm } from './controls.ts';
import { addItem, enterDemo, itemBox } from './enter-demo.ts';

/** A list of three items with one complete category; short, because axe checks every row. */
export async function enterSmallList(page: Page): Promise<void> {
  await enterDemo(page);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  for (const name of ['Bread', 'Milk', 'Eggs']) await addItem(page, name);
  await itemBox(page, 'Bread').check();
  await itemBox(page, 'Milk').check();
}
