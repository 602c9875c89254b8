/** Dialogs in a real browser: the focus goes in and returns, and every way to close them. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DEMO_USER } from '#core/account/user.ts';
import { openLists, SHARED } from '#web/testing/lists-in-memory.ts';
import { emulateMedia, runFor, stopClock, tapOn, untilStill } from '#web/testing/gestures.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  button,
  dialog,
  field,
  focusOn,
  itemBox,
  listHeading,
  menuEntry,
  press,
  pressInMenu,
} from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

const open = async (): Promise<void> => {
  await button('Add Category').click();
  await expect.element(field('Category name')).toHaveFocus();
};

test.each([
  ['Escape', () => press('{Escape}')],
  ['Close', () => button('Close').click()],
  ['Cancel', () => button('Cancel').click()],
  ['a press beside it', () => page.getByRole('dialog').click({ position: { x: 195, y: -60 }, force: true })],
])('[D4] %s closes a dialog without a change, and the focus returns to its opener', async (_name, close) => {
  await open();
  await field('Category name').fill('Garden');
  await close();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Add Category')).toHaveFocus();
  await expect.element(page.getByText('Garden')).not.toBeInTheDocument();
});

test('[D3] a sheet slides up opaque, so that no text fades through another', async () => {
  await emulateMedia({ reducedMotion: 'no-preference' });
  // Slow enough to be still running when it is looked at.
  document.documentElement.style.setProperty('--calm', '60s');
  await button('Add Category').click();
  await expect.element(page.getByRole('dialog')).toBeInTheDocument();
  const sheet = page.getByRole('dialog').element();
  const frames = sheet
    .getAnimations()
    .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []));
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.filter((frame) => 'opacity' in frame)).toEqual([]);
  document.documentElement.style.removeProperty('--calm');
});

test('[spec-5] a question whose answer replaces the list is not a friendly green', async () => {
  await button('Create New Empty List').click();
  const colorOf = (name: string): string =>
    getComputedStyle(button(name, page.getByRole('dialog')).element()).backgroundColor;
  const probe = document.createElement('span');
  probe.style.color = 'var(--danger)';
  document.body.append(probe);
  expect(colorOf('Create')).toBe(getComputedStyle(probe).color);
  probe.remove();
});

test('[D3] a sheet follows a finger on its header, closes after 80 pixels, and returns otherwise; a mouse does not pull it', async () => {
  await open();
  const sheet = page.getByRole('dialog').element();
  const header = sheet.querySelector('header');
  const drag = async (pointerType: string, pixels: readonly number[], end = 'pointerup'): Promise<number> => {
    const point = (type: string, clientY: number): unknown =>
      header?.dispatchEvent(new PointerEvent(type, { pointerType, clientY, bubbles: true }));
    const before = sheet.getBoundingClientRect().top;
    point('pointerdown', 100);
    for (const by of pixels) point('pointermove', 100 + by);
    const pulled = sheet.getBoundingClientRect().top - before;
    point(end, 100 + (pixels.at(-1) ?? 0));
    return Math.round(pulled);
  };
  await untilStill();
  expect(await drag('mouse', [200])).toBe(0);
  expect(await drag('touch', [-50])).toBe(0);
  expect(await drag('touch', [90, 79])).toBe(79);
  await untilStill();
  await expect.element(field('Category name')).toBeVisible();
  header?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', clientY: 300, bubbles: true }));
  header?.dispatchEvent(new PointerEvent('pointerup', { pointerType: 'touch', bubbles: true }));
  await expect.element(field('Category name')).toBeVisible();
  await drag('touch', [80]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[L7] a menu closes when the dialog of its button scrolls, or when the screen turns', async () => {
  const entries = Array.from({ length: 20 }, (_, at) => ({ ...SHARED, id: `list${at}`, name: `List ${at}` }));
  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { entries }) });
  await button('My List').click();
  const opener = button('Actions for List 3');
  await expect.element(opener).toHaveAttribute('aria-haspopup', 'menu');
  await opener.click();
  await expect.element(page.getByRole('menu', { name: 'Actions for List 3' })).toBeVisible();
  // Tab does not stop at each entry.
  await expect.element(menuEntry('Rename')).toHaveAttribute('tabindex', '-1');
  const scroller = [...document.querySelectorAll('dialog, dialog *')].find(
    (one) => one.scrollHeight > one.clientHeight + 50 && getComputedStyle(one).overflowY !== 'visible',
  );
  scroller?.scrollBy({ top: 40, behavior: 'instant' });
  await expect.element(menuEntry('Rename')).not.toBeInTheDocument();
  await opener.click();
  await expect.element(menuEntry('Rename')).toBeVisible();
  await page.viewport(700, 390);
  await expect.element(menuEntry('Rename')).not.toBeInTheDocument();
});

test('[D4] a press that begins inside a dialog and ends beside it does not close it', async () => {
  await open();
  const { x, y } = field('Category name').element().getBoundingClientRect();
  const inside = { clientX: x + 5, clientY: y + 5, bubbles: true };
  field('Category name').element().dispatchEvent(new PointerEvent('pointerdown', inside));
  page
    .getByRole('dialog')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(dialog('Add New Category')).toBeVisible();
});

test('[L7] the second tap of a double tap does not close the dialog that the first one opened', async () => {
  stopClock();
  const opener = button('Create New Empty List');
  await tapOn(opener);
  await expect.element(dialog('Create New Empty List')).toBeVisible();
  await tapOn(opener);
  await expect.element(dialog('Create New Empty List')).toBeVisible();
  await runFor(400);
  await tapOn(opener);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[L7] nor does it press a button of that dialog', async () => {
  stopClock();
  await tapOn(button('Create New Empty List'));
  const create = button('Create', dialog('Create New Empty List'));
  await tapOn(create);
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await runFor(400);
  await tapOn(create);
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
});

test('[D4] a name that is filled in is selected, so that typing replaces it', async () => {
  await focusOn(itemBox('Milk'));
  await press('{F2}');
  await expect.element(field('Name')).toHaveFocus();
  await press('Soy milk{Enter}');
  await expect.element(itemBox('Soy milk')).toHaveFocus();
});

test('[Q4] [D4] a field of several lines gets the focus, and each of its texts begins where its language does', async () => {
  await pressInMenu('Add several items');
  const text = dialog('Add Several Items').getByRole('textbox');
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveAttribute('dir', 'auto');
  await expect.element(text).toHaveAttribute('aria-invalid', 'false');
});

test('[spec-5] a question focuses the button that is safe to press, Cancel changes nothing, and the other button closes the dialog, too', async () => {
  await button('Create New Empty List').click();
  const question = dialog('Create New Empty List');
  await expect.element(question).toHaveTextContent('Create a new empty list? Your current list will be replaced.');
  await expect.element(button('Cancel', question)).toHaveFocus();
  await button('Cancel', question).click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await expect.element(button('Create New Empty List')).toHaveFocus();
  await button('Create New Empty List').click();
  await button('Create', question).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('New List (0/0 items)');
});

test('[spec-5] [L10] a new category needs a name that is not blank, too long or taken', async () => {
  await open();
  const name = field('Category name');
  await expect.element(button('Add')).toBeDisabled();
  await name.fill('   ');
  await expect.element(button('Add')).toBeDisabled();
  await name.fill('x'.repeat(201));
  await button('Add').click();
  await expect.element(name).toHaveAccessibleDescription('That name is too long. Use 200 characters or fewer.');
  await name.fill('dairy');
  await expect.element(name).toHaveAccessibleDescription('');
  await button('Add').click();
  await expect.element(name).toHaveAccessibleDescription('That category is already on the list');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
});

test('[H11] [L12] where there is only one list, its name in the header renames it; a blank name is refused', async () => {
  await showList(GROCERIES, { loadLists: () => openLists(DEMO_USER.id, { hasSeveral: false }) });
  await button('My List').click();
  const rename = dialog('Rename List');
  await expect.element(field('List name', rename)).toHaveValue('My List');
  await field('List name', rename).fill(' ');
  await expect.element(button('Rename', rename)).toBeDisabled();
  await field('List name', rename).fill(' Party  night ');
  await button('Rename', rename).click();
  await expect.element(listHeading()).toHaveTextContent('Party night (0/4 items)');
  expect(document.title).toBe('Party night · Checklist');
  await button('Undo: List renamed to “Party night”').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});
