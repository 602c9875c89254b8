/** The add bar: its layout, choosing a category, and its status. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { marked } from '#web/ui/marks.ts';
import { boxOf, runFor, setTextSize, stopClock } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  announced,
  button,
  chosenCategory,
  itemBox,
  pressAndConfirm,
  pressOn,
  row,
  section,
  select,
} from '#web/testing/steps.ts';

beforeEach(() => showDemo());

test('[L13] names of a new list go to Other, and 7 Up is a name', async () => {
  await pressAndConfirm('Create New Empty List', 'Create');
  await expect.element(page.getByText('No categories available')).toBeVisible();
  for (const name of ['bred', 'ajvar', '7 Up']) {
    await addField().fill(name);
    await pressOn(addField(), '{Enter}');
    await expect.element(itemBox(name)).toBeInTheDocument();
  }
  await expect.element(section('Beverages').getByRole('checkbox', { name: '7 Up' })).toBeInTheDocument();
});

test('[L13] the row of an added item is not under the bar', async () => {
  await addItem('Aaa', 'Pharmacy');
  const bar = (): DOMRect => document.querySelector(marked('adderOverlay'))?.getBoundingClientRect() ?? new DOMRect();
  // The row of the next item appears at the height of the bar.
  const { bottom } = itemBox('Aaa').element().getBoundingClientRect();
  window.scrollBy({ top: bottom - window.innerHeight + 40, behavior: 'instant' });
  await addItem('Aab', 'Pharmacy');
  await expect.element(row('Aab')).toBeInTheDocument();
  await expect.poll(() => row('Aab').element().getBoundingClientRect().bottom <= bar().y + 1).toBe(true);
});

test('[L6] the bar stays on one line and neither it nor the list moves, with wide fonts, large text and any status', async () => {
  onTestFinished(() => setTextSize(100));
  for (const size of [16, 21, 32]) {
    await setTextSize((100 * size) / 16);
    for (const width of [320, 344, 360, 375, 390, 430]) {
      await page.viewport(width, 800);
      const rest = placesOf();
      expect(new Set(rest.tops).size, `${width} px, text ${size}`).toBe(1);
      for (const text of ['milk', "za'a", '']) {
        await addField().fill(text);
        expect(placesOf(), `${text} at ${width} px, text ${size}`).toEqual(rest);
      }
    }
  }
});

/** The top edges of the bar's controls and of the list's first row. */
const placesOf = (): { readonly tops: readonly number[]; readonly row: number } => {
  const form = document.querySelector('form');
  const topOf = (element: Element | null | undefined): number => Math.round(element?.getBoundingClientRect().top ?? -1);
  const controls = form?.querySelectorAll('input, [aria-label="Category"], button[type="submit"]') ?? [];
  return { tops: Array.from(controls, topOf), row: topOf(document.querySelector('main li')) };
};

test('[L8] [L13] the strip above the field shows the whole category, and a tap on it chooses another one', async () => {
  await page.viewport(320, 700);
  await addField().fill('ketchup');
  const place = select('Goes to Condiments & Sauces. Change category');
  await expect
    .poll(() => document.querySelector('[data-destination=true]')?.textContent)
    .toContain('Condiments & Sauces');
  await expect.element(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  const [strip, options] = [boxOf(place), boxOf(page.getByRole('listbox', { name: 'Suggestions' }))];
  expect(options.y + options.height).toBeLessThanOrEqual(strip.y);
  await place.selectOptions('Pantry');
  await expect.poll(chosenCategory).toBe('Pantry');
  await pressOn(addField(), '{Enter}');
  await expect.element(section('Pantry').getByRole('checkbox', { name: 'ketchup' })).toBeInTheDocument();
});

for (const percent of [100, 200]) {
  test(`[Q2] [D8] at 320 px and ${percent} % text, the strip shows the amount and the color of the category, and cuts the note and the name`, async () => {
    await page.viewport(320, 700);
    await setTextSize(percent);
    onTestFinished(() => setTextSize(100));
    await addField().fill('2 kg potatoes (firm, for a salad with many guests)');
    await expect.element(button('Keep as typed')).toBeVisible();
    const edges = (): readonly number[] => {
      const preview = document.querySelector('[data-details=true] > [aria-hidden]');
      return Array.from(preview?.children ?? [], (part) => part.getBoundingClientRect().right);
    };
    // The box, the name, the amount, the note and the color.
    await expect.poll(() => edges().length).toBe(5);
    const chevron = (): number =>
      document.querySelector('[data-details=true] > svg')?.getBoundingClientRect().left ?? Number.NaN;
    await expect.poll(() => Math.max(...edges()) <= chevron() && chevron() < 320).toBe(true);
  });
}

test('[L8] the status of an added item disappears after 10 seconds, with the next action, and when a dialog opens', async () => {
  stopClock();
  const said = page.getByRole('status').filter({ hasText: 'added to' });
  await addItem('Basil', 'Pantry');
  await expect.element(said).toBeVisible();
  await runFor(9900);
  await expect.element(said).toBeVisible();
  await runFor(200);
  await expect.element(said).not.toBeInTheDocument();
  // A refusal stays, because the text stays.
  await addItem('x'.repeat(201));
  await runFor(60_000);
  await expect.element(announced('That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await addItem('Chervil', 'Pantry');
  await expect.element(said).toBeVisible();
  await button('Undo').click();
  await expect.element(said).not.toBeInTheDocument();
  await addItem('Sorrel', 'Pantry');
  await expect.element(said).toBeVisible();
  await itemBox('Apples').click();
  await expect.element(said).not.toBeInTheDocument();
  await addItem('Lovage', 'Pantry');
  await expect.element(said).toBeVisible();
  await button('Add Category').click();
  await expect.element(said).not.toBeInTheDocument();
});

test('[D8] on a landscape phone, the status of an added item lies over no control', async () => {
  await page.viewport(844, 390);
  await addItem('Bagels');
  const status = page.getByText('Bagels is already on the list, in Bakery');
  await expect.element(status.first()).toBeVisible();
  window.scrollTo({ top: 0, behavior: 'instant' });
  const bottom = Math.max(...status.elements().map((element) => element.getBoundingClientRect().bottom));
  expect(boxOf(button('Select')).top).toBeGreaterThanOrEqual(bottom - 1);
});

test('[L8] on a phone a toast appears above the strip and the suggestions', async () => {
  await pressOn(itemBox('Apples'), '{Delete}');
  const told = announced('Apples deleted');
  await expect.element(told).toBeVisible();
  await addField().fill('ketchup');
  const options = page.getByRole('listbox', { name: 'Suggestions' });
  await expect.element(options).toBeVisible();
  const topOfOptions = (): number => options.element().getBoundingClientRect().top;
  const text = told.getByText('Apples deleted', { exact: true });
  await expect.poll(() => text.element().getBoundingClientRect().bottom <= topOfOptions()).toBe(true);
});

for (const [width, percent, least] of [
  [320, 100, 10],
  [390, 100, 12.5],
  [320, 200, 13.5],
  [390, 200, 17.5],
] as const) {
  test(`[D8] at ${width} px and ${percent} % text, the whole placeholder fits beside Again, as large as possible`, async () => {
    await page.viewport(width, 844);
    await setTextSize(percent);
    onTestFinished(() => setTextSize(100));
    const { placeholder, room, size } = await measurePlaceholder();
    expect(placeholder).toBeLessThanOrEqual(room);
    expect(size).toBeGreaterThanOrEqual(least);
  });
}

/** The width of the placeholder's text, the room it has, and its font size, in pixels. */
async function measurePlaceholder() {
  await expect.element(button('Again')).toBeVisible();
  const input = addField().element();
  const { fontSize } = getComputedStyle(input, '::placeholder');
  const { fontFamily, paddingLeft, paddingRight, borderLeftWidth } = getComputedStyle(input);
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) throw new Error('There is no canvas');
  brush.font = `${fontSize} ${fontFamily}`;
  const inside = [paddingLeft, paddingRight, borderLeftWidth, borderLeftWidth].map((part) => Number.parseFloat(part));
  const room = inside.reduce((left, part) => left - part, input.getBoundingClientRect().width);
  return {
    placeholder: brush.measureText(input.getAttribute('placeholder') ?? '').width,
    room,
    size: Number.parseFloat(fontSize),
  };
}

test('[D3] on a right-to-left page, the text of the field never runs under the button in it, whatever its direction', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => void (document.documentElement.dir = ''));
  const again = boxOf(button('Again'));
  const input = addField().element();
  const start = input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft);
  expect(start).toBeGreaterThanOrEqual(again.right - 2);
});
