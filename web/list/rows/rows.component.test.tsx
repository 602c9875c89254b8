/** Rows of the default list in a real browser: their controls and places, what is animated, and a tap outside a dialog. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ROW } from '#web/ui/marks.ts';
import { boxOf, emulateMedia, runFor, setTextSize, stopClock, tap } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import { addItem, button, dialog, field, itemBox, listHeading, press, pressOn, row } from '#web/testing/steps.ts';

test('[L7] a box that the browser restored to a wrong state is correct after the next press', async () => {
  await showDemo();
  const box = itemBox('Apples').element();
  if (box instanceof HTMLInputElement) box.checked = true;
  await pressOn(itemBox('Apples'), ' ');
  await expect.element(itemBox('Apples')).toBeChecked();
  await expect.element(listHeading()).toHaveTextContent('My List (1/130 items)');
  await pressOn(itemBox('Apples'), ' ');
  await expect.element(itemBox('Apples')).not.toBeChecked();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
});

test('[L7] the bin of a row is visible without hovering, and the buttons leave half of the row to the name on the narrowest phone', async () => {
  await showDemo();
  await page.viewport(320, 640);
  const { width } = boxOf(row('Hamburger Buns'));
  const more = boxOf(button('More actions for Hamburger Buns'));
  const remove = boxOf(button('Delete Hamburger Buns'));
  const words = boxOf(row('Hamburger Buns').getByTitle('Hamburger Buns'));
  expect(more.x - words.x).toBeGreaterThanOrEqual(width / 2);
  expect(remove.x).toBeGreaterThanOrEqual(more.x + more.width);
  await expect.element(button('Delete Hamburger Buns')).not.toHaveStyle('color: rgba(0, 0, 0, 0)');
});

for (const width of [390, 320])
  test(`[D8] [L7] at ${width} px and 200 % text, the bin is beside the name, and a name without a space stays on the screen`, async () => {
    await showDemo();
    await page.viewport(width, 844);
    await addItem('Pneumonoultramicroscopicsilicovolcanoconiosis', 'Bakery');
    await setTextSize(200);
    const [bin, words] = [boxOf(button('Delete Bagels')), boxOf(row('Bagels').getByTitle('Bagels'))];
    expect(bin.y).toBeLessThan(words.bottom);
    expect(bin.x).toBeGreaterThanOrEqual(words.right);
    expect(bin.right).toBeLessThanOrEqual(width);
    const name = boxOf(page.getByTitle('Pneumonoultramicroscopicsilicovolcanoconiosis'));
    expect(name.right).toBeLessThanOrEqual(width);
  });

test('[L11] in Select mode rows have no controls and do not tick, and no heading or name moves', async () => {
  await showDemo();
  const places = (): readonly number[] =>
    [...document.querySelectorAll(`h2 button > [dir], ${ROW} [title]`)].flatMap((element) => {
      const { x, y } = element.getBoundingClientRect();
      return [x, y];
    });
  const before = places();
  await button('Select').click();
  await expect.element(page.getByRole('checkbox', { name: 'Select Bakery' })).toBeVisible();
  expect(places()).toEqual(before);
  await expect.element(itemBox('Bagels')).not.toBeInTheDocument();
  await expect.element(button('Delete Bagels')).not.toBeInTheDocument();
  await expect.element(button('More actions for Bagels')).not.toBeInTheDocument();
  const { x, y } = boxOf(page.getByTitle('Bagels', { exact: true }));
  await tap({ x: x + 4, y: y + 4 });
  await button('Done').click();
  await expect.element(itemBox('Bagels')).not.toBeChecked();
});

test('[D3] a tick is animated once, and not again after Shop mode or when its item is renamed or moved', async () => {
  await showDemo();
  await emulateMedia({ reducedMotion: 'no-preference' });
  const animate = vi.spyOn(Element.prototype, 'animate');
  onTestFinished(() => animate.mockRestore());
  const countTicks = (): number =>
    animate.mock.calls.filter(([, options]) => typeof options === 'object' && options.pseudoElement).length;
  for (const name of ['Apples', 'Bananas']) await itemBox(name).click();
  await expect.poll(countTicks).toBe(2);
  await button('Shop mode').click();
  await expect.element(itemBox('Apples')).not.toBeInTheDocument();
  await button('Done').click();
  await expect.element(itemBox('Apples')).toBeChecked();
  expect(countTicks()).toBe(2);
  await pressOn(itemBox('Apples'), '{F2}');
  await field('Name', dialog('Edit Item')).fill('Zucchini for soup');
  await press('{Enter}');
  await expect.element(itemBox('Zucchini for soup')).toBeChecked();
  expect(countTicks()).toBe(2);
});

test('[D4] a tap outside a dialog closes it and presses nothing below; the next tap reaches the list', async () => {
  await showDemo();
  stopClock();
  await button('Save List').click();
  await expect.element(dialog('Save List')).toBeVisible();
  // A tap at once would be the second one of a double tap on the button.
  await runFor(400);
  const { x, y } = boxOf(itemBox('Bagels'));
  await tap({ x: x + 5, y: y + 5 });
  await expect.element(dialog('Save List')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
  await tap({ x: x + 5, y: y + 5 });
  await expect.element(itemBox('Bagels')).toBeChecked();
});

test('[L7] the last row of a category ends at the round corners of its card, and the others are square', async () => {
  await showDemo();
  const cornersOf = (element: Element): readonly boolean[] => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, bottom } = element.getBoundingClientRect();
    const isOwn = (x: number): boolean => element.contains(document.elementFromPoint(x, bottom - 2));
    return [isOwn(left + 1), isOwn(right - 2)];
  };
  const rows = page.getByRole('list').first().getByRole('listitem').elements();
  const [last, ...others] = rows.toReversed();
  if (last === undefined) throw new Error('There is no row');
  expect(cornersOf(last)).toEqual([false, false]);
  for (const other of others) expect(cornersOf(other)).toEqual([true, true]);
});
