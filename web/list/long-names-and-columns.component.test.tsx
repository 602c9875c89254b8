/** Long names and right-to-left text never overflow the screen (product D3). */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf } from '#web/testing/gestures.ts';
import { showDemo, restartDemo } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  button,
  dialog,
  field,
  groupButton,
  itemBox,
  listHeading,
  press,
  pressAndConfirm,
  section,
} from '#web/testing/steps.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(8).slice(0, 200);

function expectNothingWider(where: string): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect({ where, by: scrollWidth - clientWidth }).toEqual({ where, by: 0 });
}

/** Visits the list, Select mode, a dialog, the menu and the sign-in screen. */
async function lookAround(): Promise<void> {
  expectNothingWider('list');
  await button('Select').click();
  expectNothingWider('Select mode');
  await button('Delete All').click();
  await expect.element(button('Cancel', dialog('Delete All Categories'))).toBeInViewport();
  expectNothingWider('dialog');
  await press('{Escape}');
  await button('Done').click();
  await button('Menu').click();
  expectNothingWider('menu');
  await press('{Escape}');
  await button('Shop mode').click();
  expectNothingWider('Shop mode');
  await button('Done').click();
  await button('Menu').click();
  await button('Logout').click();
  await expect.element(button('Sign In')).toBeVisible();
  expectNothingWider('sign-in');
}

beforeEach(() => showDemo());

test('[D3] from right to left the box is on the right, Delete on the left', async () => {
  document.documentElement.setAttribute('dir', 'rtl');
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  const box = boxOf(itemBox('Bagels'));
  const remove = boxOf(button('Delete Bagels'));
  expect(remove.x).toBeLessThan(box.x);
  await lookAround();
});

test('[L10] [D3] names of 200 letters without a space fit for items, categories and the list, and the whole name is available', async () => {
  await pressAndConfirm('Create New Empty List', 'Create');
  await button('Add Category').click();
  await field('Category name', dialog('Add New Category')).fill(LONG);
  await press('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await addItem(LONG, LONG);
  await expect.element(itemBox(LONG)).toBeVisible();
  await expect.element(page.getByTitle(LONG).first()).toBeInTheDocument();
  await addField().fill(LONG.slice(0, 40));
  expectNothingWider('suggestions');
  await addField().fill('');
  await button('Save List').click();
  await field('Name of the saved list', dialog('Save List')).fill(LONG);
  await press('{Enter}');
  await expect.element(listHeading()).toHaveTextContent('(0/1 items)');
  await button('Load Saved List').click();
  await expect.element(button(`Load ${LONG}`, dialog('Saved Lists'))).toBeInViewport();
  expectNothingWider('saved lists');
  await press('{Escape}');
  await lookAround();
});

for (const { width, count } of [
  { width: 1024, count: 1 },
  { width: 1280, count: 2 },
  { width: 1680, count: 3 },
]) {
  test(`at ${width} px there are ${count} columns that end at similar heights, and ticking moves no category to another`, async () => {
    await page.viewport(width, 900);
    await restartDemo();
    await expect.element(itemBox('Bagels')).toBeVisible();
    const before = readSections();
    const ends = new Map<number, number>();
    for (const { left, bottom } of before) ends.set(left, Math.max(bottom, ends.get(left) ?? 0));
    expect(ends.size).toBe(count);
    const tallest = Math.max(...before.map(({ height }) => height));
    expect(Math.max(...ends.values()) - Math.min(...ends.values())).toBeLessThanOrEqual(tallest);
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad', 'Vitamins', 'Bandages', 'Pain Relievers']) {
      await itemBox(name).click();
    }
    await expect.element(groupButton('Pharmacy')).toHaveAttribute('aria-expanded', 'false');
    expect(readSections().map(({ left }) => left)).toEqual(before.map(({ left }) => left));
  });
}

test('item names and dividers align with category names', async () => {
  const element = section('Bakery').element();
  const lefts = (() => {
    const textLeft = (text: string): number => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) if (texts.currentNode.textContent === text) range.selectNodeContents(texts.currentNode);
      return range.getBoundingClientRect().left;
    };
    const row = element.querySelector('[role="listitem"]');
    const line = row && /([\d.]+)px/u.exec(getComputedStyle(row).borderImageSource)?.[1];
    const divider = row && row.getBoundingClientRect().left + Number(line);
    return [textLeft('Bakery'), textLeft('Bagels'), divider];
  })();
  expect(lefts.map((left) => Math.round((left ?? 0) - (lefts[0] ?? 0)))).toEqual([0, 0, 0]);
});

const readSections = () =>
  [...document.querySelectorAll('main section')].map((part) => {
    const { left, bottom, height } = part.getBoundingClientRect();
    return { left, bottom, height };
  });

test('[Q1] a check box is beside the first line of its row, even if the name wraps or a note follows', async () => {
  await page.viewport(390, 800);
  await addItem('Cod');
  await addItem('Cod cheeks from the market on the corner, not the frozen ones');
  await addItem('Cod fillets (without skin)');
  const offset = (name: string): number =>
    boxOf(itemBox(name)).top - boxOf(page.getByText(name.split(' without')[0] ?? '', { exact: true }).last()).top;
  const first = offset('Cod');
  expect(offset('Cod cheeks from the market on the corner, not the frozen ones')).toBeCloseTo(first, 1);
  expect(offset('Cod fillets without skin')).toBeCloseTo(first, 1);
});
