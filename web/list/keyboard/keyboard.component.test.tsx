/** Using the app by keyboard only (product D4). */
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { marked, TICK } from '#web/ui/marks.ts';
import { itemRow, categoryRow } from '#core/testing/contents.ts';
import { showDemo, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  button,
  categorySelect,
  chosenCategory,
  dialog,
  field,
  focusOn,
  groupButton,
  itemBox,
  listHeading,
  press,
  pressOn,
  row,
} from '#web/testing/steps.ts';

/** Presses Tab until a control has the focus, within the given number of presses. */
async function tabTo(name: RegExp, presses = 60): Promise<void> {
  for (let pressed = 0; pressed < presses; pressed += 1) {
    await press('{Tab}');
    if (name.test(nameOfFocused())) return;
  }
  throw new Error(`Tab does not lead to ${name.source} within ${presses} presses`);
}

function nameOfFocused(): string {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return '';
  const label =
    focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement ? focused.labels?.[0] : null;
  return (focused.ariaLabel ?? label?.textContent ?? focused.textContent).trim();
}

const countFocusedTicks = (): number => document.querySelectorAll(`${TICK}:focus`).length;

describe.each([
  ['on a phone', 390, 844],
  ['on a desktop', 1280, 800],
])('%s', (_where, width, height) => {
  const showWide = async (): Promise<void> => {
    await showDemo();
    await page.viewport(width, height);
  };

  test('[D4] a whole shopping trip works by keyboard alone, from the default list to the last tick', async () => {
    await showWide();
    await expect.element(listHeading()).toHaveTextContent('My List (0/130 items)');
    await expect.element(button('Create New Empty List')).toBeVisible();

    await tabTo(/^Create New Empty List$/);
    await press(' ');
    await expect.element(dialog('Create New Empty List')).toBeVisible();
    await tabTo(/^Create$/, 5);
    await press('{Enter}');
    await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
    // An empty list focuses the add field.
    await expect.element(addField()).toHaveFocus();
    for (const name of ['Milk', 'Eggs', 'Bread']) {
      await press(name);
      await press('{Enter}');
      await expect.element(addField()).toHaveValue('');
    }
    await press('Candles');
    await press('{Escape}');
    await press('{Tab}');
    await expect.element(categorySelect()).toHaveFocus();
    await press('Household');
    await expect.poll(chosenCategory).toBe('Household');
    await press('{Tab}');
    await expect.element(button('Add Item')).toHaveFocus();
    await press('{Enter}');
    await expect.element(listHeading()).toHaveTextContent('New List (0/4 items)');

    await tabTo(/^Bread$/);
    await press(' ');
    await expect.element(groupButton('Bakery')).toHaveAccessibleName('Bakery (1/1) complete');
    await expect.element(groupButton('Bakery')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(groupButton('Bakery')).toHaveFocus();

    await tabTo(/^Eggs$/);
    await press('{ArrowDown}');
    await expect.element(itemBox('Milk')).toHaveFocus();
    await press(' ');
    await press('{F2}');
    await field('Name', dialog('Edit Item')).fill('Oat milk');
    await press('{Enter}');
    await expect.element(itemBox('Oat milk')).toHaveFocus();
    // Held down, the key repeats, but the next item stays.
    await press('{Delete>4/}');
    await expect.element(itemBox('Oat milk')).not.toBeInTheDocument();
    await expect.element(itemBox('Candles')).toHaveFocus();
    await press('{Control>}z{/Control}');
    await expect.element(itemBox('Oat milk')).toBeChecked();
    await press(' ');
    await expect.element(listHeading()).toHaveTextContent('New List (3/4 items)');
  });

  test('[D4] [L6] the focus moves on when its element disappears by collapsing, clearing, undoing or in Shop mode', async () => {
    await showWide();
    for (const name of ['Vitamins', 'Pain Relievers', 'Bandages']) await pressOn(itemBox(name), ' ');
    await expect.element(groupButton('Pharmacy')).toHaveFocus();

    await addField().fill('Aubergine');
    await press('{Escape}');
    await categorySelect().selectOptions('Fruits & Vegetables');
    await button('Add Item').click();
    await focusOn(itemBox('Aubergine'));
    await press('{Control>}z{/Control}');
    await expect.element(itemBox('Aubergine')).not.toBeInTheDocument();
    await expect.element(itemBox('Avocados')).toHaveFocus();

    for (const name of ['Broccoli', 'Carrots', 'Bananas', 'Avocados']) {
      await focusOn(itemBox(name));
      await press('{Delete}');
      await expect.poll(countFocusedTicks).toBe(1);
    }

    await pressOn(button('Shop mode'), '{Enter}');
    await expect.element(button('Menu')).toHaveFocus();
    await pressOn(itemBox('Cod'), ' ');
    await expect.element(itemBox('Cod')).not.toBeInTheDocument();
    await expect.element(itemBox('Crab')).toHaveFocus();
    for (const name of ['Crab', 'Salmon', 'Shrimp', 'Tuna Steaks']) await pressOn(itemBox(name), ' ');
    await expect.element(groupButton('Seafood')).not.toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('main :focus').length).toBe(1);
  });

  test('[D4] Tab stays inside a dialog, Escape closes it, and the focus returns to its opener', async () => {
    await showWide();
    for (const [opener, title] of [
      ['Save List', 'Save List'],
      ['Load Saved List', 'Saved Lists'],
      ['Add Category', 'Add New Category'],
      ['Restore Default List', 'Restore Default List'],
    ] as const) {
      await pressOn(button(opener), '{Enter}');
      await expect.element(dialog(title)).toBeVisible();
      for (let pressed = 0; pressed < 8; pressed += 1) {
        await press('{Tab}');
        // After the last control, the focus is in the browser's interface.
        expect(['DIALOG', 'BODY', undefined]).toContain(document.activeElement?.closest('dialog, body')?.tagName);
        expect(document.activeElement?.closest('main, header.screen') ?? null).toBe(null);
      }
      await press('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await expect.element(button(opener)).toHaveFocus();
    }
    await pressOn(button('Menu'), '{Enter}');
    await press('{Tab}');
    await expect.element(button('Add several items')).toHaveFocus();
    await press('{Escape}');
    await expect.element(button('Menu')).toHaveFocus();
    await expect.element(button('Add several items')).not.toBeInTheDocument();
  });

  test('[D4] a removed item passes on only its own focus and takes it from no other element', async () => {
    await showWide();
    await focusOn(addField());
    button('Delete Bagels')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(itemBox('Bagels')).not.toBeInTheDocument();
    await expect.element(addField()).toHaveFocus();
    const [first, next] = document.querySelectorAll<HTMLElement>(TICK);
    first?.focus();
    const name = next?.closest('label')?.textContent ?? '';
    await press('{Delete}');
    await expect.element(itemBox(name)).toHaveFocus();
  });

  test('[D4] if a press does not focus the button, as in WebKit, deleting moves a lost focus and keeps any other', async () => {
    await showWide();
    const keepFocus = (event: Event): void => event.preventDefault();
    addEventListener('mousedown', keepFocus);
    onTestFinished(() => removeEventListener('mousedown', keepFocus));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await row('Avocados').hover();
    await button('Delete Avocados').click();
    await expect.element(itemBox('Bananas')).toHaveFocus();
    await focusOn(addField());
    await row('Broccoli').hover();
    await button('Delete Broccoli').click();
    await expect.element(itemBox('Broccoli')).not.toBeInTheDocument();
    await expect.element(addField()).toHaveFocus();
  });

  test('[D4] in Shop mode the arrow keys skip a block whose rows are all ticked', async () => {
    const nameOf = (at: number): string => `Thing ${String(at).padStart(3, '0')}`;
    const items = Array.from({ length: 130 }, (_, at) =>
      itemRow(`i${at}`, { name: nameOf(at), category: at < 2 ? 'alpha' : 'beta', checked: at >= 2 && at < 110 }),
    );
    const categories = ['Alpha', 'Beta'].map((name) => categoryRow(name.toLowerCase(), { name }));
    await showList({ items, categories });
    await page.viewport(width, height);
    await button('Shop mode').click();
    await expect.element(itemBox(nameOf(2))).not.toBeInTheDocument();
    await focusOn(itemBox(nameOf(1)));
    await press('{ArrowDown}');
    await expect.element(itemBox(nameOf(110))).toHaveFocus();
  });
});

const LAST = 999;

test('[D4] in a long list, Home and End reach rows that are not in the page, and the arrow keys never skip such rows', async () => {
  const nameOf = (at: number): string => `Thing ${String(at).padStart(3, '0')}`;
  const items = Array.from({ length: LAST + 1 }, (_, at) => itemRow(`i${at}`, { name: nameOf(at), category: 'alpha' }));
  await showList({ items, categories: [categoryRow('alpha', { name: 'Alpha' })] });
  await pressOn(itemBox(nameOf(0)), '{ArrowDown}');
  await expect.element(itemBox(nameOf(1))).toHaveFocus();
  await press('{ArrowUp}');
  await expect.element(itemBox(nameOf(0))).toHaveFocus();
  await press('{End}');
  await expect.element(itemBox(nameOf(LAST))).toHaveFocus();
  await press('{Home}');
  await expect.element(itemBox(nameOf(0))).toHaveFocus();

  const scrollTo = async (end: 'start' | 'end'): Promise<void> => {
    window.scrollTo(0, end === 'start' ? 0 : document.documentElement.scrollHeight);
    await expect.element(itemBox(nameOf(end === 'start' ? 0 : LAST))).toBeInTheDocument();
  };
  for (const [from, to, key, by] of [
    ['start', 'end', '{ArrowDown}', 1],
    ['end', 'start', '{ArrowUp}', -1],
  ] as const) {
    await scrollTo(from);
    const at = readNumber(from === 'start' ? 0 : -1);
    await focusOn(itemBox(nameOf(at)));
    await scrollTo(to);
    await expect.element(itemBox(nameOf(at + by))).not.toBeInTheDocument();
    // The first press scrolls back to the focused row, and the second one moves the focus.
    await press(key);
    await expect.element(itemBox(nameOf(at))).toHaveFocus();
    await expect.element(itemBox(nameOf(at + by))).toBeInTheDocument();
    await press(key);
    await expect.element(itemBox(nameOf(at + by))).toHaveFocus();
  }
});

/** The number in the name of the last row of the first block, or of the first row of the last block. @param block 0 or -1 */
function readNumber(block: 0 | -1): number {
  const boxes = [...document.querySelectorAll(marked('blockKey'))].at(block)?.querySelectorAll(TICK) ?? [];
  return Number(
    [...boxes]
      .at(block === 0 ? -1 : 0)
      ?.closest('label')
      ?.textContent.replaceAll(/\D/gu, ''),
  );
}
