/** Touch gestures, and the positions and sizes of elements. */
import type { Locator, Page } from '@playwright/test';
import { ROW } from '#web/ui/marks.ts';

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The bounding box of a visible element. */
export async function boxOf(locator: Locator): Promise<Box> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  return box;
}

/** Swipes up from the middle of an element, so that the page scrolls. */
export async function swipeUp(page: Page, from: Locator, by: number): Promise<void> {
  const { x, y, width, height } = await boxOf(from);
  const client = await page.context().newCDPSession(page);
  await client.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -by,
    gestureSourceType: 'touch',
    speed: 1600,
  });
}

/**
 * Long-presses an element.
 * @param until waits for the effect; the finger is lifted after it
 */
export async function holdFinger(page: Page, on: Locator, until: () => Promise<void>): Promise<void> {
  const { x, y, width, height } = await boxOf(on);
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + Math.min(80, width / 2), y: y + height / 2 }],
  });
  await until();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Puts several fingers on the screen; each call of the result lifts one, in the same order. */
export async function putFingers(
  page: Page,
  places: readonly { readonly x: number; readonly y: number }[],
): Promise<() => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  let down: { x: number; y: number; id: number }[] = [];
  const send = (type: 'touchStart' | 'touchEnd') =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: down }).then(() => undefined);
  for (const [id, place] of places.entries()) {
    down = [...down, { ...place, id }];
    await send('touchStart');
  }
  return () => {
    down = down.slice(1);
    return send('touchEnd');
  };
}

/** Describes visible controls that are smaller than the given number of pixels. A row's check box includes its label. */
export const findSmallTargets = (page: Page, least: number): Promise<readonly string[]> =>
  page.evaluate(
    ([px, rows]) => {
      const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, [role="tab"]')];
      return (
        controls
          .map((control) => control.closest('label') ?? control)
          .filter((target) => target.tabIndex >= 0 || target.tagName === 'LABEL' || target.closest(rows) !== null)
          .filter((target) => target.checkVisibility({ visibilityProperty: true }))
          // The label of a hidden box is not a target.
          .filter((target) => getComputedStyle(target).pointerEvents !== 'none')
          .map((target) => ({ name: target.ariaLabel ?? target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => Math.min(box.width, box.height) < px - 0.01)
          .map(({ name, box }) => `${name} ${box.width}×${box.height}`)
      );
    },
    [least, ROW] as const,
  );
