/** Forced colors and more contrast: controls and ticks remain visible. */
import { expect, test } from 'vitest';
import { type Locator } from 'vitest/browser';
import { emulateMedia } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import {
  addField,
  button,
  categorySelect,
  dialog,
  focusOn,
  groupButton,
  itemBox,
  press,
  pressInMenu,
  row,
} from '#web/testing/steps.ts';

test('[D3] in forced colors every control has an edge, and a tick is visible', async () => {
  await showDemo();
  await emulateMedia({ forcedColors: 'active' });
  for (const control of [addField(), categorySelect(), itemBox('Milk')]) {
    expect(edgeOf(control)).toBe('seen');
  }
  const before = await picture();
  await row('Milk').click();
  await expect.element(itemBox('Milk')).toBeChecked();
  await expect.poll(async () => (await picture()) === before).toBe(false);
  await pressInMenu('Account');
  await expect.element(button('Save as a file', dialog('Account'))).toBeInTheDocument();
  expect(edgeOf(button('Save as a file', dialog('Account')))).toBe('seen');
});

test('[D3] in forced colors a complete category’s mark and a ticked box differ from the page', async () => {
  await showDemo();
  await emulateMedia({ forcedColors: 'active' });
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(name).click();
  const header = groupButton('Salads');
  await expect.element(header).toHaveAttribute('aria-expanded', 'false');
  const element = header.element();
  const colors = [element.querySelector('[aria-hidden]'), element.closest('section')].map(
    (part) => part && getComputedStyle(part).backgroundColor,
  );
  expect(colors[0]).not.toBe(colors[1]);
});

test('[D3] in forced colors the focus is visible', async () => {
  await showDemo();
  await emulateMedia({ forcedColors: 'active' });
  await focusOn(groupButton('Bakery'));
  await press('{Tab}');
  await expect.element(itemBox('Bagels')).toHaveFocus();
  expect(outlineOf(itemBox('Bagels'))).toBe('seen');
  await press('{Shift>}{Tab}{/Shift}');
  expect(outlineOf(groupButton('Bakery'))).toBe('seen');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`[D3] with more contrast in ${scheme}, quiet text is as dark as other text, and lines are as strong as edges`, async () => {
    await showDemo();
    await emulateMedia({ contrast: 'more', colorScheme: scheme });
    const element = groupButton('Bakery').element();
    const count = element.querySelector('span:nth-of-type(3)');
    expect(count && getComputedStyle(count).color).toBe(getComputedStyle(element).color);
    expect(edgeOf(addField())).toBe('seen');
  });
}

/** Whether an element's border differs from the background. */
function edgeOf(control: Locator): string {
  const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(control.element());
  const isDrawn = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
  return isDrawn && borderTopColor !== backgroundColor ? 'seen' : `${borderTopStyle} ${borderTopWidth}`;
}

function outlineOf(control: Locator): string {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control.element());
  const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  return isDrawn && !/rgba.*, 0\)$/u.test(outlineColor) ? 'seen' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
}

/** What the check box of Milk looks like. */
const picture = (): Promise<string> => itemBox('Milk').screenshot({ save: false });
