/** Arranging the categories in a real browser: with buttons, keys and a pointer, with the focus and what screen readers announce. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { boxOf } from '#web/testing/gestures.ts';
import { openInMemory, showList } from '#web/testing/show-list.tsx';
import { announced, button, dialog, focusOn, looksIn, press, pressInMenu, select } from '#web/testing/steps.ts';

const NAMES = ['Bakery', 'Dairy', 'Meat', 'Snacks'];
const GROCERIES = {
  categories: NAMES.map((name) => categoryRow(name.toLowerCase(), { name })),
  items: NAMES.map((name) => itemRow(`some-${name}`, { name: `Some ${name}`, category: name.toLowerCase() })),
};

const sheet = (): Locator => dialog('Arrange Categories');
const handle = (name: string): Locator => button(`Drag ${name}`, sheet());

const namesIn = (within: Locator | typeof page, role: 'listitem' | 'heading'): readonly string[] =>
  within
    .getByRole(role)
    .elements()
    .flatMap((element) => NAMES.filter((name) => element.textContent.startsWith(name)));

async function expectOrder(names: readonly string[]): Promise<void> {
  await expect.poll(() => namesIn(sheet(), 'listitem')).toEqual(names);
}

/** Waits until the rows have an order and have come to rest, because a pointer aims at places on the screen. */
async function untilStanding(names: readonly string[]): Promise<void> {
  await expectOrder(names);
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
}

afterEach(() => void vi.restoreAllMocks());

beforeEach(async () => {
  await showList(GROCERIES);
  await pressInMenu('Arrange categories');
});

test('[O1] the buttons move a category, announce its position, and keep the focus or pass it to a button that still works', async () => {
  await expectOrder(NAMES);
  await button('Move Meat up', sheet()).click();
  await expectOrder(['Bakery', 'Meat', 'Dairy', 'Snacks']);
  await expect.element(announced('Meat, position 2 of 4')).toBeInTheDocument();
  await expect.element(button('Move Meat up', sheet())).toHaveFocus();
  await press('{Enter}');
  await expectOrder(['Meat', 'Bakery', 'Dairy', 'Snacks']);
  await expect.element(button('Move Meat up', sheet())).toBeDisabled();
  await expect.element(button('Move Meat down', sheet())).toHaveFocus();
  await button('Move Snacks to the top', sheet()).click();
  await expectOrder(['Snacks', 'Meat', 'Bakery', 'Dairy']);
  await expect.element(button('Move Snacks down', sheet())).toHaveFocus();
  await button('Move Bakery down', sheet()).click();
  await expectOrder(['Snacks', 'Meat', 'Dairy', 'Bakery']);
  await expect.element(button('Move Bakery up', sheet())).toHaveFocus();
});

test('[D4] a pressed button gets the focus even if the press does not focus it, as in WebKit', async () => {
  const tap = (name: string): void =>
    void button(name, sheet())
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  tap('Move Meat up');
  await expect.element(button('Move Meat up', sheet())).toHaveFocus();
  tap('Move Snacks to the top');
  await expect.element(button('Move Snacks down', sheet())).toHaveFocus();
});

test('[D4] Enter that is held down moves a category to the end, and not back with the button that gets the focus then', async () => {
  await focusOn(button('Move Meat up', sheet()));
  await press('{Enter>6/}');
  await expect.element(button('Move Meat down', sheet())).toHaveFocus();
  await expectOrder(['Meat', 'Bakery', 'Dairy', 'Snacks']);
  await press('{Enter}');
  await expectOrder(['Bakery', 'Meat', 'Dairy', 'Snacks']);
});

test('[O1] the list is in the arranged order, and each move is one step of Undo', async () => {
  await button('Move Snacks to the top', sheet()).click();
  await button('Move Dairy up', sheet()).click();
  await press('{Escape}');
  await expect.poll(() => namesIn(page, 'heading')).toEqual(['Snacks', 'Dairy', 'Bakery', 'Meat']);
  await button('Undo').click();
  await expect.element(announced('Undone: Dairy moved')).toBeVisible();
  await button('Undo').click();
  await expect.element(announced('Undone: Snacks moved')).toBeVisible();
  await expect.poll(() => namesIn(page, 'heading')).toEqual(NAMES);
  await button('Redo').click();
  await expect.element(announced('Redone: Snacks moved')).toBeVisible();
});

test('[O1] arrow keys, Home and End move a category by its handle, which keeps the focus', async () => {
  await focusOn(handle('Bakery'));
  await expect.element(handle('Bakery')).toHaveAccessibleDescription(/^Use the up and down arrow keys to move it\./);
  // A screen reader that reads the dialog from the top finds the text only at the handles.
  await expect.element(sheet().getByText('Use the up and down arrow keys')).not.toBeVisible();
  await press('{ArrowDown}{ArrowDown}');
  await expectOrder(['Dairy', 'Meat', 'Bakery', 'Snacks']);
  await expect.element(handle('Bakery')).toHaveFocus();
  await expect.element(announced('Bakery, position 3 of 4')).toBeInTheDocument();
  await press('{End}');
  await expectOrder(['Dairy', 'Meat', 'Snacks', 'Bakery']);
  await press('{ArrowDown}{Home}');
  await expectOrder(NAMES);
  await expect.element(handle('Bakery')).toHaveFocus();
});

test('[O1] Alphabetical restores alphabetical order, and its toast brings the arranged order back', async () => {
  await expect.element(button('Alphabetical', sheet())).toBeDisabled();
  expect(looksIn(sheet())).toMatchObject({ Alphabetical: 'quiet', Done: 'primary' });
  await button('Move Snacks to the top', sheet()).click();
  await button('Alphabetical', sheet()).click();
  await expectOrder(NAMES);
  await expect.element(announced('Categories sorted alphabetically')).toBeVisible();
  await button('Undo: Categories sorted alphabetically').click();
  await expectOrder(['Snacks', 'Bakery', 'Dairy', 'Meat']);
});

test('[O1] a row that is dragged by its handle stays where it is dropped', async () => {
  await untilStanding(NAMES);
  await userEvent.dragAndDrop(handle('Bakery'), handle('Meat'));
  await expectOrder(['Dairy', 'Meat', 'Bakery', 'Snacks']);
  await expect.element(announced('Bakery, position 3 of 4')).toBeInTheDocument();
  await expect.element(handle('Bakery')).toHaveFocus();
  await untilStanding(['Dairy', 'Meat', 'Bakery', 'Snacks']);
  await userEvent.dragAndDrop(handle('Snacks'), handle('Dairy'));
  await expectOrder(['Snacks', 'Dairy', 'Meat', 'Bakery']);
});

test('[O1] a drag across the names selects no text', async () => {
  await untilStanding(NAMES);
  const nameOf = (name: string): Locator => sheet().getByText(name, { exact: true });
  await userEvent.dragAndDrop(nameOf('Bakery'), nameOf('Meat'));
  expect(String(getSelection())).toBe('');
});

describe('[O1] while a handle is held', () => {
  const topOf = (name: string): number => Math.round(handle(name).element().getBoundingClientRect().top);
  const point = (type: string, clientY: number): void => {
    const event = new PointerEvent(type, { bubbles: true, button: 0, clientY });
    handle('Bakery').element().dispatchEvent(event);
  };
  /** Drags Bakery below Meat. */
  const drag = async (): Promise<void> => {
    const [from, to] = [topOf('Bakery'), topOf('Meat')];
    point('pointerdown', from);
    point('pointermove', to + 1);
    await expect.poll(() => topOf('Bakery')).toBe(to + 1);
    await expect.poll(() => topOf('Dairy')).toBe(from);
  };

  beforeEach(async () => {
    await untilStanding(NAMES);
    vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  });

  test('a row takes the place of the row whose middle it reaches, down and up', async () => {
    const [bakery, dairy, meat] = [topOf('Bakery'), topOf('Dairy'), topOf('Meat')];
    point('pointerdown', bakery);
    point('pointerup', meat);
    await untilStanding(['Dairy', 'Meat', 'Bakery', 'Snacks']);
    point('pointerdown', meat);
    point('pointerup', dairy);
    await untilStanding(['Dairy', 'Bakery', 'Meat', 'Snacks']);
    expect(topOf('Bakery')).toBe(dairy);
  });

  test.each(['pointercancel', 'lostpointercapture', 'pointerdown'])(
    'a row follows the pointer, others make room, and %s ends the drag and moves nothing',
    async (type) => {
      const [from, to] = [topOf('Bakery'), topOf('Meat')];
      await drag();
      point(type, to);
      await expect.poll(() => topOf('Bakery')).toBe(from);
      point('pointermove', to + 1);
      point('pointerup', to + 1);
      await expectOrder(NAMES);
      await expect.poll(() => topOf('Bakery')).toBe(from);
    },
  );

  test('a row is dropped where the pointer is, even before the screen shows it there', async () => {
    const [from, to] = [topOf('Bakery'), topOf('Meat')];
    point('pointerdown', from);
    point('pointermove', to - 1);
    point('pointerup', to + 1);
    await expectOrder(['Dairy', 'Meat', 'Bakery', 'Snacks']);
  });

  test('a row that is let go at its own place stays there', async () => {
    const [from, to] = [topOf('Bakery'), topOf('Meat')];
    point('pointerdown', from);
    point('pointerup', from);
    point('pointermove', to + 1);
    point('pointerup', to + 1);
    await press('{Shift}');
    await expectOrder(NAMES);
    expect(topOf('Bakery')).toBe(from);
  });

  test('another order of the rows ends the drag', async () => {
    const to = topOf('Meat');
    await drag();
    await focusOn(handle('Snacks'));
    await press('{Home}');
    await expectOrder(['Snacks', ...NAMES.slice(0, -1)]);
    point('pointerup', to + 1);
    await expect.poll(() => sheet().getByRole('list').element().getAttribute('data-dragging')).toBe('false');
    await expectOrder(['Snacks', ...NAMES.slice(0, -1)]);
  });

  test('closing the dialog ends the drag, which scrolls nothing any more', async () => {
    await drag();
    point('pointermove', window.innerHeight);
    await press('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    const scrollBy = vi.spyOn(Element.prototype, 'scrollBy');
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    expect(scrollBy).not.toHaveBeenCalled();
  });
});

test('[O1] Done stays in view below a long list, does not cover the row that moved, and closes the dialog', async () => {
  const names = Array.from({ length: 23 }, (_, at) => `Aisle ${at + 10}`);
  await showList({ categories: names.map((name) => categoryRow(name, { name })) });
  await pressInMenu('Arrange categories');
  await expect.element(button('Done', sheet())).toBeInViewport({ ratio: 1 });
  await focusOn(handle('Aisle 10'));
  await press('{ArrowDown}'.repeat(12));
  await expect.element(announced('Aisle 10, position 13 of 23')).toBeInTheDocument();
  await expect
    .poll(() => handle('Aisle 10').element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(button('Done', sheet()).element().getBoundingClientRect().top);
  await button('Done', sheet()).click();
  await expect.element(sheet()).not.toBeInTheDocument();
  await expect.element(button('Menu')).toHaveFocus();
});

test('[O1] the buttons below the list are as wide as the dialog, so that no part of a row shows beside them', async () => {
  await expect.element(sheet()).toBeVisible();
  const bar = button('Done', sheet()).element().parentElement;
  await expect.poll(() => bar?.offsetWidth).toBe(sheet().element().clientWidth);
});

test('[O1] [D3] from right to left, names in Latin letters begin at their color, too', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  await expectOrder(NAMES);
  const name = sheet().getByText('Dairy', { exact: true }).element();
  const text = document.createRange();
  text.selectNodeContents(name);
  const gap = (): number => name.getBoundingClientRect().right - text.getBoundingClientRect().right;
  await expect.poll(() => Math.abs(gap())).toBeLessThan(1);
});

test('[O2] the select for the order of a store has its name only for screen readers, because its options say what it is', async () => {
  const open = await openInMemory(GROCERIES);
  open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
  await showList(GROCERIES, { openList: () => Promise.resolve(open) });
  await pressInMenu('Arrange categories');
  await expect.element(select('Order', sheet())).toHaveDisplayValue('List order');
  expect(boxOf(sheet().getByText('Order', { exact: true })).width).toBeLessThan(2);
});

test('[O1] a list with one category has nothing to arrange', async () => {
  await showList({ categories: GROCERIES.categories.slice(0, 1) });
  await button('Menu').click();
  await expect.element(button('Account')).toBeVisible();
  await expect.element(button('Arrange categories')).not.toBeInTheDocument();
});
