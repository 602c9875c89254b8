/** How rows move in a real browser, and what a tap hits right after that. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { emulateMedia, runFor, stopClock, tapAtPlaceOf, tapOn } from '#web/testing/gestures.ts';
import { GROCERIES, showDemo, showList } from '#web/testing/show-list.tsx';
import { announced, button, groupButton, itemBox, press, row } from '#web/testing/steps.ts';

test('[D3] up to 24 rows fade in when a category expands; more appear at once', async () => {
  const categories = ['Few', 'Many'].map((name) => categoryRow(name, { name }));
  const itemsOf = (category: string, count: number) =>
    Array.from({ length: count }, (_, at) => itemRow(`${category}${at}`, { name: `${category} ${at}`, category }));
  await showList({ categories, items: [...itemsOf('Few', 24), ...itemsOf('Many', 25)] });
  await emulateMedia({ reducedMotion: 'no-preference' });
  const toggle = (name: string): number => {
    const element = groupButton(name).element();
    if (element instanceof HTMLElement) element.click();
    // Fades are short: they are counted in the task that begins them.
    return document.getAnimations().filter(isFade).length;
  };
  const isFade = ({ effect }: Animation): boolean =>
    effect instanceof KeyframeEffect && effect.getKeyframes()[0]?.['opacity'] === '0' && isRow(effect.target);
  const isRow = (element: Element | null): boolean => element?.matches('[role="listitem"]') === true;
  const collapse = async (name: string): Promise<void> => {
    toggle(name);
    await expect.element(itemBox(`${name} 0`)).not.toBeInTheDocument();
    await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running').length).toBe(0);
  };
  const expand = async (name: string): Promise<number> => {
    await collapse(name);
    return toggle(name);
  };
  expect(await expand('Few')).toBe(24);
  // The other category would be too far from the screen.
  await collapse('Few');
  expect(await expand('Many')).toBe(0);
});

test('[L11] [D4] a toast about a row does not cover it', async () => {
  await showDemo();
  const milk = row('Milk');
  await itemBox('Milk').click();
  const bar = page.getByRole('form', { name: 'Add an item' }).element();
  const bottom = milk.element().getBoundingClientRect().bottom;
  window.scrollBy({ top: bottom - bar.getBoundingClientRect().top + 10, behavior: 'instant' });
  const before = window.scrollY;
  await press('{Control>}z{/Control}');
  const toast = announced('Undone: Milk checked');
  await expect.element(toast).toBeVisible();
  await expect
    .poll(() => toast.element().getBoundingClientRect().top - milk.element().getBoundingClientRect().bottom)
    .toBeGreaterThanOrEqual(0);
  // No farther than needed.
  expect(window.scrollY - before).toBeLessThan(100);
});

test('[L14] right after ticked rows have left, a tap counts if the shopper has scrolled since', async () => {
  await showDemo();
  stopClock();
  await tapOn(button('Shop mode'));
  await expect.element(button('Done')).toBeVisible();
  await runFor(400);
  await tapOn(itemBox('Bagels'));
  await runFor(2200);
  await expect.element(itemBox('Bagels')).not.toBeInTheDocument();
  const target = itemBox('Milk');
  target.element().scrollIntoView({ block: 'center', behavior: 'instant' });
  await tapAtPlaceOf(target)();
  await expect.element(target).toBeChecked();
});

test('[L14] right after ticked rows have left, taps on a row that has not moved and on the bar count', async () => {
  await showList(GROCERIES);
  stopClock();
  await tapOn(button('Shop mode'));
  await expect.element(button('Done')).toBeVisible();
  await runFor(400);
  const [tapBread, tapDone] = [tapAtPlaceOf(itemBox('Bread')), tapAtPlaceOf(button('Done'))];
  await tapOn(itemBox('Milk'));
  await runFor(2200);
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
  await tapBread();
  await expect.element(itemBox('Bread')).toBeChecked();
  await tapDone();
  await expect.element(button('Shop mode')).toBeVisible();
});
