/** On paper, and for those who want less motion. */
import { expect, test } from '@playwright/test';
import { adderField, button, pressInMenu } from './steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from './steps/enter-demo.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[L12] [D4] on paper stand the list’s name and what is unticked, of folded categories too, and no controls', async ({
  page,
}) => {
  await itemBox(page, 'Milk').check();
  await groupButton(page, 'Deli').click();
  for (const name of ['Vitamins', 'Pain Relievers', 'Bandages']) await itemBox(page, name).check();
  await button(page, 'Delete Bread').click();
  await button(page, 'Select').click();
  await page.emulateMedia({ media: 'print' });
  await expect(listHeading(page)).toBeVisible();
  for (const name of ['Eggs', 'Apples', 'Hummus', 'Salami']) {
    await expect(page.getByText(name, { exact: true }), name).toBeVisible();
  }
  for (const name of ['Milk', 'Vitamins', 'Pharmacy']) {
    await expect(page.getByText(name, { exact: true }).filter({ visible: true }), name).toHaveCount(0);
  }
  await expect(adderField(page)).toBeHidden();
  await expect(page.getByText('Connected', { exact: true })).toBeHidden();
  await expect(page.getByText('Bread deleted')).toBeHidden();
  await expect(page.locator('footer')).toBeHidden();
  for (const name of ['Menu', 'Undo', 'Save List', 'Add Item', 'Done', 'Select All', 'Delete (0)', 'Delete Eggs']) {
    await expect(button(page, name), name).toBeHidden();
  }
  await expect(page.getByRole('checkbox', { name: 'Select Bakery' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(groupButton(page, 'Deli')).toHaveAttribute('aria-expanded', 'false');
});

test('[D3] with reduced motion nothing on the screen moves by itself', async ({ page }) => {
  const moving = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .flatMap(({ element, style }) =>
          [style.transitionDuration, style.animationDuration]
            .filter((duration) => /[1-9]/.test(duration))
            .map((duration) => `${element.tagName}.${element.className} ${duration}`),
        ),
    );
  expect(await moving()).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await itemBox(page, 'Milk').check();
  await button(page, 'Delete Bread').click();
  expect(await moving()).toEqual([]);
  await button(page, 'Menu').click();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await pressInMenu(page, 'Account');
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  expect(await moving()).toEqual([]);
});
