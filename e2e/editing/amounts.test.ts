/** Amounts and notes: in the add bar, in rows and in the edit dialog. */
import { expect, test, type Locator } from '@playwright/test';
import { adderField, button, pressAndConfirm } from '#e2e/steps/controls.ts';
import { addItem, enterDemo } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { ROW } from '#web/ui/marks.ts';

test.beforeEach(async ({ page }) => {
  await enterDemo(page);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
});

test('[Q2] [D4] screen readers announce what is understood once the shopper stops typing, not with each key', async ({
  page,
}) => {
  await page.evaluate(() => {
    const heard: string[] = [];
    new MutationObserver(() => {
      const texts = Array.from(document.querySelectorAll('form [role="status"]'), ({ textContent }) => textContent);
      const text = texts.join('');
      if (text !== '' && text !== heard.at(-1)) heard.push(text);
      document.body.dataset['heard'] = heard.join(' / ');
    }).observe(document.querySelector('form') ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await adderField(page).pressSequentially('2 l milk', { delay: 20 });
  await expect(page.locator('body')).toHaveAttribute('data-heard', 'Milk · 2 l · Dairy & Eggs');
});

test('[Q1] an amount leaves room for the name on a narrow phone, and for the end of the row in Shop mode', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await addItem(page, '1250.5 ml Blueberries');
  const name = row(page, 'Blueberries').getByText('Blueberries', { exact: true });
  // Without groups of digits, which some languages read as decimals.
  const amount = page.getByRole('button', { name: '1250.5 ml, Blueberries' });
  const [nameBox, amountBox] = [await boxOf(name), await boxOf(amount)];
  expect(nameBox.height).toBeLessThan(30);
  expect(amountBox.y).toBeGreaterThan(nameBox.y + nameBox.height - 1);
  expect(amountBox.height).toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Shop mode').click();
  const [chip, whole] = [await boxOf(amount.locator('bdi')), await boxOf(row(page, 'Blueberries'))];
  expect(chip.x + chip.width).toBeLessThan(whole.x + whole.width - 8);
});

for (const dir of ['ltr', 'rtl']) {
  test(`[Q1] on a phone, an amount does not touch a name that fills its line, and the divider above starts where the names start (${dir})`, async ({
    page,
  }) => {
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
    await addItem(page, `1.5 kg ${'chili '.repeat(20)}`, 'Pantry');
    const long = page.locator(ROW, { hasText: 'chili chili' });
    const words = await boxOf(long.getByText('chili chili'));
    const chip = await boxOf(long.locator('bdi'));
    const gap = dir === 'ltr' ? chip.x - (words.x + words.width) : words.x - (chip.x + chip.width);
    expect(gap).toBeGreaterThanOrEqual(8);
    const hairline = await long.evaluate((element) => {
      const line = /([\d.]+)px/u.exec(getComputedStyle(element).borderImageSource)?.[1];
      return Number(line) * (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
    });
    const whole = await boxOf(long);
    const start = dir === 'ltr' ? words.x - whole.x : words.x + words.width - (whole.x + whole.width);
    expect(hairline).toBeCloseTo(start, 0);
  });
}

const boxOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
