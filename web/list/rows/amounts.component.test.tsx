/** Amounts and notes: in the add bar, in rows and in the edit dialog. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { boxOf } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import { addField, addItem, button, focusOn, press, pressAndConfirm, row } from '#web/testing/steps.ts';

beforeEach(async () => {
  await showDemo();
  await pressAndConfirm('Create New Empty List', 'Create');
});

test('[Q2] [D4] screen readers announce what is understood once the shopper stops typing, not with each key', async () => {
  const heard: string[] = [];
  const form = document.querySelector('form') ?? document.body;
  const observer = new MutationObserver(() => {
    const text = Array.from(form.querySelectorAll('[role="status"]'), ({ textContent }) => textContent).join('');
    if (text !== '' && text !== heard.at(-1)) heard.push(text);
  });
  observer.observe(form, { subtree: true, childList: true, characterData: true });
  await focusOn(addField());
  await press('2 l milk');
  await expect.poll(() => heard).toEqual(['Milk · 2 l · Dairy & Eggs']);
  observer.disconnect();
});

test('[Q1] an amount leaves room for the name on a narrow phone, and for the end of the row in Shop mode', async () => {
  await page.viewport(320, 700);
  await addItem('1250.5 ml Blueberries');
  await expect.element(row('Blueberries')).toBeVisible();
  const name = row('Blueberries').getByText('Blueberries', { exact: true });
  // Without groups of digits, which some languages read as decimals.
  const amount = page.getByRole('button', { name: '1250.5 ml, Blueberries' });
  const [nameBox, amountBox] = [boxOf(name), boxOf(amount)];
  expect(nameBox.height).toBeLessThan(30);
  expect(amountBox.y).toBeGreaterThan(nameBox.y + nameBox.height - 1);
  expect(amountBox.height).toBeGreaterThanOrEqual(44);
  await page.viewport(390, 844);
  await button('Shop mode').click();
  await expect.element(button('Done')).toBeVisible();
  const [chip, whole] = [boxIn(amount, 'bdi'), boxOf(row('Blueberries'))];
  expect(chip.x + chip.width).toBeLessThan(whole.x + whole.width - 8);
});

test('[Q1] on a narrow phone, an amount stays on the line of a name that it fits beside, and the row is no taller than others', async () => {
  await page.viewport(320, 700);
  for (const text of ['2 l milk', 'bread']) await addItem(text);
  await expect.element(row('Bread')).toBeVisible();
  expect(boxOf(row('Milk')).height).toBe(boxOf(row('Bread')).height);
  const [words, chip, bin] = [
    boxOf(row('Milk').getByText('Milk')),
    boxIn(row('Milk'), 'bdi'),
    boxOf(button('Delete Milk')),
  ];
  expect(chip.x).toBeGreaterThanOrEqual(words.right);
  expect(bin.x).toBeGreaterThanOrEqual(chip.right);
});

test('[D3] [Q1] on a narrow phone, an amount does not break a word of a name with a note', async () => {
  await page.viewport(320, 700);
  await addItem('3 tins blueberries (no sugar)');
  const noted = row('Blueberries no sugar');
  await expect.element(noted).toBeVisible();
  const [name, note] = [boxOf(noted.getByText('Blueberries', { exact: true })), boxOf(noted.getByText('no sugar'))];
  expect(name.height).toBeLessThan(30);
  expect(note.x).toBe(name.x);
  expect(note.y).toBeGreaterThanOrEqual(name.y + name.height);
});

for (const dir of ['ltr', 'rtl']) {
  test(`[Q1] on a phone, an amount does not touch a name that fills its line, and the divider above starts where the names start (${dir})`, async () => {
    document.documentElement.setAttribute('dir', dir);
    onTestFinished(() => document.documentElement.removeAttribute('dir'));
    await addItem(`1.5 kg ${'chili '.repeat(20)}`, 'Pantry');
    const long = page.getByRole('listitem').filter({ hasText: 'chili chili' });
    await expect.element(long).toBeVisible();
    const words = boxOf(long.getByText('chili chili'));
    const chip = boxIn(long, 'bdi');
    const gap = dir === 'ltr' ? chip.x - (words.x + words.width) : words.x - (chip.x + chip.width);
    expect(gap).toBeGreaterThanOrEqual(8);
    const hairline =
      Number(/([\d.]+)px/u.exec(getComputedStyle(long.element()).borderImageSource)?.[1]) * (dir === 'rtl' ? -1 : 1);
    const whole = boxOf(long);
    const start = dir === 'ltr' ? words.x - whole.x : words.x + words.width - (whole.x + whole.width);
    expect(hairline).toBeCloseTo(start, 0);
  });
}

/** The box of a part of an element. */
const boxIn = (locator: Locator, selector: string): DOMRect =>
  locator.element().querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
