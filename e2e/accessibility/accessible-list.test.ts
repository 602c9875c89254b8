/** axe finds no faults on the list, in both themes, on a phone and on a wide screen (product D3, D4). */
import { expect, test } from '@playwright/test';
import { adderField, button, pressAndConfirm, toastUndo } from '#e2e/steps/controls.ts';
import { enterSmallList } from '#e2e/steps/enter-demo.ts';
import { findFaults } from '#e2e/checks/find-faults.ts';

test('[D4] [D3] the list is accessible: in Select mode, with suggestions, a toast, the menu, shopping, empty', async ({
  page,
}) => {
  await enterSmallList(page);
  const faults: string[] = [...(await findFaults(page, 'the list'))];
  await button(page, 'Select').click();
  await page.getByRole('checkbox', { name: 'Select Bakery' }).check();
  faults.push(...(await findFaults(page, 'Select mode')));
  await button(page, 'Done').click();
  await adderField(page).fill('choc');
  await adderField(page).press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
  faults.push(...(await findFaults(page, 'suggestions')));
  await adderField(page).fill('');
  await button(page, 'Clear checked').click();
  // A toast stays while its button has the focus.
  await toastUndo(page, '2 items cleared').focus();
  faults.push(...(await findFaults(page, 'a toast')));
  await button(page, 'Menu').click();
  await expect(button(page, 'Account')).toBeVisible();
  faults.push(...(await findFaults(page, 'the menu')));
  await page.keyboard.press('Escape');
  await button(page, 'Shop mode').click();
  faults.push(...(await findFaults(page, 'Shop mode')));
  await button(page, 'Done').click();
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  faults.push(...(await findFaults(page, 'the empty list')));
  expect(faults).toEqual([]);
});
