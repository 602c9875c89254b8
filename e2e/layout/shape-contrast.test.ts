/** Forced colors and more contrast: controls and ticks remain visible. */
import { expect, test, type Locator } from '@playwright/test';
import { adderField, button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox } from '#e2e/steps/enter-demo.ts';
import { categorySelect, row } from '#e2e/steps/list.ts';

test('[D3] in forced colors every control has an edge, and a tick is visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterDemo(page);
  for (const control of [adderField(page), categorySelect(page), itemBox(page, 'Milk')]) {
    expect(await edgeOf(control)).toBe('seen');
  }
  const before = await itemBox(page, 'Milk').screenshot();
  await row(page, 'Milk').click();
  await expect(itemBox(page, 'Milk')).toBeChecked();
  await expect.poll(async () => (await itemBox(page, 'Milk').screenshot()).equals(before)).toBe(false);
  await pressInMenu(page, 'Account');
  expect(await edgeOf(button(dialog(page, 'Account'), 'Save as a file'))).toBe('seen');
});

test('[D3] in forced colors a complete category’s mark and a ticked box differ from the page', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterDemo(page);
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(page, name).check();
  const header = groupButton(page, 'Salads');
  await expect(header).toHaveAttribute('aria-expanded', 'false');
  const colors = await header.evaluate((element) =>
    [element.querySelector('[aria-hidden]'), element.closest('section')].map(
      (part) => part && getComputedStyle(part).backgroundColor,
    ),
  );
  expect(colors[0]).not.toBe(colors[1]);
});

test('[D3] in forced colors the focus is visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterDemo(page);
  await groupButton(page, 'Bakery').focus();
  await page.keyboard.press('Tab');
  await expect(itemBox(page, 'Bagels')).toBeFocused();
  expect(await outlineOf(itemBox(page, 'Bagels'))).toBe('seen');
  await page.keyboard.press('Shift+Tab');
  expect(await outlineOf(groupButton(page, 'Bakery'))).toBe('seen');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`[D3] with more contrast in ${scheme}, quiet text is as dark as other text, and lines are as strong as edges`, async ({
    page,
  }) => {
    await page.emulateMedia({ contrast: 'more', colorScheme: scheme });
    await enterDemo(page);
    const colors = await groupButton(page, 'Bakery').evaluate((element) => {
      const count = element.querySelector('span:nth-of-type(3)');
      return [getComputedStyle(element).color, count === null ? '' : getComputedStyle(count).color];
    });
    expect(colors[1]).toBe(colors[0]);
    expect(await edgeOf(adderField(page))).toBe('seen');
  });
}

/** Whether an element's border differs from the background. */
const edgeOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
    const isDrawn = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
    return isDrawn && borderTopColor !== backgroundColor ? 'seen' : `${borderTopStyle} ${borderTopWidth}`;
  });

const outlineOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return isDrawn && !/rgba.*, 0\)$/.test(outlineColor) ? 'seen' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  });
