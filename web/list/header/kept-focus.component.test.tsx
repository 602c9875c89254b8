/** Deleting and clearing, and the toast that undoes it. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showDemo } from '#web/testing/show-list.tsx';
import { button, groupButton, itemBox, pressOn, toastUndo } from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[D4] when the pressed control is removed or disabled, the focus stays on the screen', async () => {
  const isKept = async (step: string): Promise<void> => {
    await expect.poll(() => document.activeElement?.tagName, { message: step }).not.toBe('BODY');
  };
  await itemBox('Bread').click();
  await pressOn(button('Clear checked'), '{Enter}');
  await expect.element(itemBox('Bread')).not.toBeInTheDocument();
  await isKept('Clear checked');
  await pressOn(toastUndo('1 item cleared'), '{Enter}');
  await isKept('Undo in the toast');
  await pressOn(button('Undo'), '{Enter}');
  await expect.element(button('Undo')).toBeDisabled();
  await isKept('Undo in the toolbar');
  for (let steps = 0; steps < 2; steps += 1) await pressOn(button('Redo'), '{Enter}');
  await expect.element(button('Redo')).toBeDisabled();
  await isKept('Redo');
  await pressOn(button('Select'), '{Enter}');
  await isKept('Select');
  await pressOn(button('Done'), '{Enter}');
  await isKept('Done');
  await pressOn(button('Select'), '{Enter}');
  await pressOn(page.getByRole('checkbox', { name: 'Select Deli' }), ' ');
  await pressOn(button('Delete (1)'), '{Enter}');
  await pressOn(button('Delete', page.getByRole('dialog')), '{Enter}');
  await expect.element(groupButton('Deli')).not.toBeInTheDocument();
  await isKept('Delete (1)');
  await button('Shop mode').click();
  await pressOn(button('Done'), '{Enter}');
  await isKept('Done');
});
