/** Shop mode: only the items that are left, in larger rows, with the add bar and a finish screen. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { ROW } from '#web/ui/marks.ts';
import { boxOf, emulateMedia, runFor, stopClock, swipeUp, tap, untilStill } from '#web/testing/gestures.ts';
import { showDemo } from '#web/testing/show-list.tsx';
import { addField, button, groupButton, itemBox, listHeading, pressOn, row, section } from '#web/testing/steps.ts';

/** Longer than two seconds plus the time it takes rows to fade. */
const REST = 2200;

beforeEach(async () => {
  await showDemo();
  await emulateMedia({ reducedMotion: 'no-preference' });
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('[L14] [D7] Shop mode shows and counts what is left; a ticked row rests for two seconds; Done changes nothing', async () => {
  await itemBox('Salmon').click();
  const { height } = boxOf(row('Shrimp'));
  await button('Shop mode').click();
  await expect.element(listHeading()).toHaveTextContent(/^My List 129\sleft$/u);
  await expect.element(groupButton('Seafood')).toHaveAccessibleName('Seafood 4 left');
  stopClock();
  await expect.element(itemBox('Salmon')).not.toBeInTheDocument();
  await expect.element(button('Clear checked')).not.toBeInTheDocument();
  await expect.element(button('Create New Empty List')).not.toBeInTheDocument();
  expect(boxOf(row('Shrimp')).height).toBeGreaterThan(height);

  await itemBox('Shrimp').click();
  await runFor(1900);
  await expect.element(itemBox('Shrimp')).toBeChecked();
  await expect.element(listHeading()).toHaveTextContent(/^My List 128\sleft$/u);
  await itemBox('Cod').click();
  await runFor(1900);
  await expect.element(row('Shrimp').getByText('Shrimp')).toHaveStyle('text-decoration-line: line-through');
  await runFor(300);
  for (const name of ['Shrimp', 'Cod']) await expect.element(itemBox(name)).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('status').filter({ hasText: '3 items in the basket, 127 left' }))
    .toBeInTheDocument();
  for (const name of ['Crab', 'Tuna Steaks']) await itemBox(name).click();
  await runFor(REST);
  await expect.element(groupButton('Seafood')).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(itemBox('Tuna Steaks')).not.toBeChecked();

  await button('Done').click();
  await expect.element(listHeading()).toHaveTextContent('My List (4/130 items)');
  await expect.element(itemBox('Salmon')).toBeChecked();
  await expect.element(addField()).toBeVisible();
});

test('[L7] the button that starts Shop mode is in the header, 44 px high and wide, also while the list scrolls and at 320 px', async () => {
  await page.viewport(320, 640);
  const start = button('Shop mode');
  const { width, height } = boxOf(start);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  window.scrollTo(0, 800);
  await expect.element(start).toBeInViewport({ ratio: 1 });
  const [box, menu] = [boxOf(start), boxOf(button('Menu'))];
  expect(box.x + box.width).toBeLessThanOrEqual(menu.x);
  await pressOn(start, '{Enter}');
  await expect.element(button('Done')).toBeVisible();
  await expect.element(start).not.toBeInTheDocument();
  await button('Done').click();
  await expect.element(start).toBeVisible();
});

test('[L14] [D7] the screen stays on during Shop mode; at rest after the last tick it says that everything is in the basket', async () => {
  let isAwake = false;
  const say = (value: boolean): void => void (isAwake = value);
  const lock = { released: false, release: () => Promise.resolve(say(false)) };
  Object.assign(navigator.wakeLock, { request: () => Promise.resolve(say(true)).then(() => lock) });
  onTestFinished(() => void Reflect.deleteProperty(navigator.wakeLock, 'request'));
  await button('Select').click();
  await button('Select All').click();
  await page.getByRole('checkbox', { name: 'Select Salads' }).click();
  await button('Delete (22)').click();
  await button('Delete', page.getByRole('dialog')).click();
  await button('Shop mode').click();
  await expect.poll(() => isAwake).toBe(true);
  stopClock();
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(name).click();
  const finish = page.getByRole('status').filter({ hasText: 'Everything is in the basket' });
  await runFor(1900);
  await expect.element(finish).not.toBeInTheDocument();
  await expect.element(itemBox('Potato Salad')).toBeVisible();
  await runFor(300);
  await expect.element(finish).toBeVisible();
  // If it were gray like the text above it, the button would look disabled.
  const colorOf = (element: Element): string => getComputedStyle(element).color;
  expect(colorOf(button('Uncheck all', finish).element())).toBe(colorOf(document.body));
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(button('Done')).toHaveFocus();
  await button('Done').click();
  await expect.element(listHeading()).toHaveTextContent('My List (3/3 items)');
  await expect.poll(() => isAwake).toBe(false);
});

test('[L14] the basket gives a ticked item back, and it stays in place until the list is at rest', async () => {
  for (const name of ['Salmon', 'Milk']) await itemBox(name).click();
  await button('Shop mode').click();
  const basket = button('In the basket (2)');
  await expect.element(basket).toHaveAttribute('aria-expanded', 'false');
  await basket.click();
  await expect.element(itemBox('Salmon')).toBeChecked();
  stopClock();
  await row('Salmon').click();
  await runFor(1900);
  await expect.element(section('Seafood').getByRole('checkbox', { name: 'Salmon' })).not.toBeInTheDocument();
  await expect.element(itemBox('Salmon')).not.toBeChecked();
  await runFor(300);
  await expect.element(section('Seafood').getByRole('checkbox', { name: 'Salmon' })).not.toBeChecked();
  await expect.element(itemBox('Salmon')).toHaveLength(1);
  await expect.element(button('In the basket (1)')).toBeVisible();
});

test('[L14] [D4] Undo brings a row that has left back into place; the focus moves on to the next row', async () => {
  await button('Shop mode').click();
  stopClock();
  for (const name of ['Cod', 'Crab']) await pressOn(itemBox(name), ' ');
  await runFor(REST);
  await expect.element(itemBox('Crab')).not.toBeInTheDocument();
  await expect.element(itemBox('Salmon')).toHaveFocus();
  await button('Undo').click();
  await expect.element(itemBox('Crab')).toBeInViewport();
  await expect.element(itemBox('Crab')).not.toBeChecked();
  await expect.element(itemBox('Cod')).not.toBeInTheDocument();
});

test('[L14] Undo and Done stay in view at the bottom and do not cover the last row', async () => {
  await itemBox('Milk').click();
  await button('Shop mode').click();
  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    for (const at of ['end', 'start'] as const) {
      window.scrollTo(0, at === 'end' ? document.documentElement.scrollHeight : 0);
      for (const name of ['Undo', 'Done']) {
        const box = await boxInView(button(name));
        expect(box.y).toBeGreaterThan(height - 80);
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      }
    }
    const last = boxOf(page.getByText('Checklist ©'));
    expect(last.y + last.height).toBeLessThanOrEqual((await boxInView(button('Done'))).y);
  }
});

test('[L14] [L6] twenty taps at places that were read beforehand tick exactly those rows, between scrolls and a rest', async () => {
  await button('Shop mode').click();
  await expect.element(button('Done')).toBeVisible();
  stopClock();
  const aimed: string[] = [];
  const tapRows = async (first: number, end: number): Promise<void> => {
    for (let count = first; count < end; count += 1) {
      if (count % 5 === 4) await swipeUp(page.getByRole('listitem').nth(aimed.length + 4), 220);
      const target = findTarget((count * 7) % 5);
      // The pace of a shopper.
      await runFor(300 + ((count * 211) % 600));
      await tap(target);
      aimed.push(target.name);
      // The stopped clock waits for the browser, which reports a tap later on a busy machine.
      await expect.element(listHeading()).toHaveTextContent(new RegExp(`\\s${130 - aimed.length}\\sleft$`, 'u'));
    }
  };
  await tapRows(0, 10);
  // At rest, the rows leave.
  await runFor(REST);
  await expect.element(page.getByRole('checkbox', { checked: true })).not.toBeInTheDocument();
  await untilStill();
  await tapRows(10, 20);
  await runFor(REST);
  // At rest, all of them are in the basket.
  await button('In the basket (20)').click();
  const ticked = (): readonly string[] =>
    [...document.querySelectorAll(`${ROW}[data-checked="true"] label`)].map(({ textContent }) => textContent.trim());
  await expect.poll(ticked).toHaveLength(20);
  expect(new Set(ticked())).toEqual(new Set(aimed));
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`[L14] [D3] rows fade and glide for at most 200 ms, unless motion is reduced: ${reducedMotion}`, async () => {
    await emulateMedia(reducedMotion === 'reduce' ? {} : { reducedMotion });
    await button('Shop mode').click();
    stopClock();
    await itemBox('Bagels').click();
    const moves = collectMoves();
    await runFor(REST);
    await expect.element(itemBox('Bagels')).not.toBeInTheDocument();
    const kinds = new Set(moves.map(({ id, effect }) => `${id || 'fade'} ${String(effect?.getTiming().duration)}`));
    expect([...kinds]).toEqual(reducedMotion === 'reduce' ? [] : ['fade 120', 'glide 200']);
  });
}

test('[L14] [D3] a finger stops rows that glide, and they never start again when it is lifted', async () => {
  await button('Shop mode').click();
  stopClock();
  await itemBox('Bagels').click();
  const moves = collectMoves();
  await runFor(REST);
  await expect.element(itemBox('Bagels')).not.toBeInTheDocument();
  const glides = moves.filter(({ id }) => id === 'glide');
  expect(glides.length).toBeGreaterThan(0);
  // The time of an animation changes only with the next frame: the finger comes before its end.
  for (const glide of glides) glide.startTime = Number(document.timeline.currentTime) - 199;
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await Promise.all(glides.map(({ ready }) => ready));
  const times = (): ReadonlySet<number> => new Set(glides.map(({ currentTime }) => Math.round(Number(currentTime))));
  expect(times()).toEqual(new Set([199]));
  document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  expect(times()).toEqual(new Set([199]));
  await Promise.all(glides.map(({ finished }) => finished));
});

/** Collects the animations that begin. */
function collectMoves(): Animation[] {
  const moves: Animation[] = [];
  // It is called with its element below.
  // oxlint-disable-next-line typescript/unbound-method
  const { animate } = Element.prototype;
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function animateAndCollect(this: Element, frames, options) {
    const animation = animate.call(this, frames, options);
    moves.push(animation);
    return animation;
  });
  return moves;
}

/** The place of an unticked row that is on the screen. @param at which of them, from the top */
function findTarget(at: number): { readonly name: string; readonly x: number; readonly y: number } {
  const targets = [...document.querySelectorAll<HTMLElement>(`${ROW}[data-checked="false"]`)].flatMap((item) => {
    const { left, top, height } = item.getBoundingClientRect();
    const [x, y] = [left + 120, top + height / 2];
    return item.contains(document.elementFromPoint(x, y))
      ? [{ name: item.querySelector('label')?.textContent.trim() ?? '', x, y }]
      : [];
  });
  const target = targets[at % targets.length];
  if (target === undefined) throw new Error('No row is on the screen');
  return target;
}

/** The box of an element, without scrolling to it. */
async function boxInView(element: Locator): Promise<DOMRect> {
  await expect.element(element).toBeInViewport({ ratio: 1 });
  return element.element().getBoundingClientRect();
}
