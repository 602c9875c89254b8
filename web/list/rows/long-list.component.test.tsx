/** Long lists in a real browser: which rows are in the page, their positions, and the height of the list while it scrolls. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TICK } from '#web/ui/marks.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { emulateMedia } from '#web/testing/gestures.ts';
import { showList } from '#web/testing/show-list.tsx';
import {
  addItem,
  button,
  dialog,
  field,
  focusOn,
  groupButton,
  importList,
  itemBox,
  listHeading,
  press,
  pressOn,
  row,
  section,
} from '#web/testing/steps.ts';

const PER_CATEGORY = 2_500;
const CATEGORIES = ['Alpha', 'Beta', 'Gamma', 'Delta'];

test('[D4] at 300 items every row is in the page; above that each row has its position and the total', async () => {
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
  await showThings(300);
  await expect.element(rows).toHaveLength(300);
  expect(document.querySelector('[aria-setsize]')).toBe(null);
  await showThings(500);
  await expect.poll(() => rows.elements().length).toBeLessThan(300);
  await expect.element(rows.first()).toHaveAttribute('aria-posinset', '1');
  await expect.element(rows.first()).toHaveAttribute('aria-setsize', '500');
  await addItem('Thing 00000 and a half', 'Alpha');
  await expect.element(row(nameOf(1))).toHaveAttribute('aria-posinset', '3');
  await expect.element(row(nameOf(1))).toHaveAttribute('aria-setsize', '501');
  await focusOn(itemBox(nameOf(0)));
  await press('{F2}');
  await field('Name', dialog('Edit Item')).fill('Thing 00001 and a half');
  await press('{Enter}');
  await expect.element(row(nameOf(1))).toHaveAttribute('aria-posinset', '2');
  scrollToEdge('end');
  await expect.element(row(nameOf(499))).toHaveAttribute('aria-posinset', '501');
});

test('[D4] a long list in Shop mode does no work while nothing changes', async () => {
  await showThings(500);
  await button('Shop mode').click();
  await expect.element(row(nameOf(0))).toHaveAttribute('aria-setsize', '500');
  await row(nameOf(1)).click();
  await expect.element(row(nameOf(0))).toHaveAttribute('aria-setsize', '499');
  await expect.element(row(nameOf(2))).toHaveAttribute('aria-posinset', '2');
  const request = vi.spyOn(window, 'requestAnimationFrame');
  const countFramesOfASecond = async (): Promise<number> => {
    request.mockClear();
    await new Promise((resolve) => void setTimeout(resolve, 1000));
    return request.mock.calls.length;
  };
  await expect.poll(countFramesOfASecond).toBe(0);
  request.mockRestore();
});

test('[D4] the focused row stays rendered and focused when a list grows so long that only a part of it is rendered', async () => {
  await showThings(301);
  await pressOn(itemBox(nameOf(0)), '{Delete}');
  await expect.element(row(nameOf(300))).not.toHaveAttribute('aria-setsize');
  await pressOn(itemBox(nameOf(300)), '{Control>}z{/Control}');
  await expect.element(row(nameOf(300))).toHaveAttribute('aria-setsize', '301');
  await expect.element(itemBox(nameOf(300))).toHaveFocus();
});

test('[D4] Tab stops in a category whose first rows are not in the page', async () => {
  await showThings(3_000);
  const focused = () => section('Alpha').element().querySelector(`${TICK}:focus`);
  await focusOn(groupButton('Beta'));
  await expect.element(itemBox(nameOf(PER_CATEGORY - 1))).toBeInTheDocument();
  await expect.element(itemBox(nameOf(0))).not.toBeInTheDocument();
  await press('{Shift>}{Tab}{/Shift}');
  await expect.poll(focused).not.toBe(null);
  await press('{Tab}');
  await expect.element(groupButton('Beta')).toHaveFocus();
  // The row that last had the focus leaves the page, and the next one becomes the tab stop.
  scrollToEdge('start');
  await expect.element(itemBox(nameOf(0))).toBeInTheDocument();
  await focusOn(groupButton('Alpha'));
  await press('{Tab}');
  await expect.element(itemBox(nameOf(0))).toHaveFocus();
});

test('[L12] the print has all rows of a list that is too long to be in the page', async () => {
  await showThings(1000);
  await expect.element(itemBox(nameOf(0))).toBeInTheDocument();
  await expect.element(page.getByText(nameOf(999), { exact: true })).not.toBeInTheDocument();
  await emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByText(/^Thing \d{5}$/u).elements().length).toBe(1000);
  await expect.element(page.getByText(nameOf(999), { exact: true })).toBeVisible();
  await emulateMedia({});
  await expect.element(page.getByText(nameOf(999), { exact: true })).not.toBeInTheDocument();
  // Some browsers only report a print, and capture the page right after that.
  const isLastThere = (type: string): boolean =>
    dispatchEvent(new Event(type)) && page.getByText(nameOf(999), { exact: true }).elements().length === 1;
  expect([isLastThere('beforeprint'), isLastThere('afterprint')]).toEqual([true, false]);
});

test('[L5] a list that becomes long by an import keeps only the rows near the screen, and has all rows when it is short again', async () => {
  const countRows = (): number => document.querySelectorAll(TICK).length;
  await showThings(250);
  await expect.poll(countRows).toBe(250);
  let mostRows = 0;
  const observer = new MutationObserver(() => {
    mostRows = Math.max(mostRows, countRows());
  });
  observer.observe(document, { childList: true, subtree: true });
  await importList(listOf(4_000));
  await expect.element(listHeading()).toHaveTextContent('Long (0/4000 items)');
  await expect.poll(countRows).toBeLessThan(700);
  observer.disconnect();
  // The whole list was never in the page at once.
  expect(mostRows).toBeLessThan(700);
  await expect.element(itemBox(nameOf(0))).toBeInTheDocument();
  await button('Undo').click();
  await expect.poll(countRows).toBe(250);
});

const nameOf = (at: number): string => `Thing ${String(at).padStart(5, '0')}`;

/** A list of the given number of items. */
function listOf(count: number) {
  const items = Array.from({ length: count }, (_, at) =>
    itemRow(`i${at}`, { name: nameOf(at), category: CATEGORIES[Math.floor(at / PER_CATEGORY)] ?? '' }),
  );
  return { listName: 'Long', items, categories: CATEGORIES.map((name) => categoryRow(name, { name })) };
}

async function showThings(count: number): Promise<void> {
  await showList(listOf(count));
  await expect.element(listHeading()).toHaveTextContent(`Long (0/${count} items)`);
}

const scrollToEdge = (edge: 'start' | 'end'): void =>
  window.scrollTo(0, edge === 'start' ? 0 : document.documentElement.scrollHeight);

const COUNT = 300;

test('[L6] scrolling never changes the height of the list, in the list, in Shop mode, or after it', async () => {
  // Every second item of the first two thirds is ticked, so that blocks have different heights in Shop mode.
  const items = Array.from({ length: COUNT }, (_, at) =>
    itemRow(`i${at}`, { name: nameOf(at), category: 'alpha', checked: at < 200 && at % 2 === 0 }),
  );
  await showList({ listName: 'Long', items, categories: [categoryRow('alpha', { name: 'Alpha' })] });
  await expect.element(listHeading()).toHaveTextContent(`Long (100/${COUNT} items)`);
  await expect.element(button('Select')).toBeVisible();
  const height = readHeight();
  await scrollThrough();
  expect(readHeight()).toBe(height);

  await button('Shop mode').click();
  await expect.element(itemBox(nameOf(0))).not.toBeInTheDocument();
  const shopHeight = readHeight();
  await scrollThrough();
  expect(readHeight()).toBe(shopHeight);

  await button('Done').click();
  await expect.element(button('Select')).toBeVisible();
  expect(readHeight()).toBe(height);
  await scrollThrough();
  expect(readHeight()).toBe(height);
});

/** The height of the rows only, because the bar below them loads later. */
const readHeight = (): number => section('Alpha').element().getBoundingClientRect().height;

/** Scrolls to the end and back, and paints each screen on the way. */
async function scrollThrough(): Promise<void> {
  const steps = Math.ceil(document.documentElement.scrollHeight / 700);
  for (let step = 0; step < 2 * steps; step += 1) {
    window.scrollBy(0, step < steps ? 700 : -700);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}
