/** For component tests: touch, the mouse, the clock and the settings of the device. */
import { expect, vi } from 'vitest';
import { cdp, type Locator } from 'vitest/browser';

declare module 'vitest/browser' {
  // Only an interface can be merged with the library's type. The full type would bring Node's types into web.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface CDPSession {
    send: (method: string, params: object) => Promise<unknown>;
  }
}

type Place = { readonly x: number; readonly y: number };

/** The box of an element, which is scrolled into view if it is not on the screen. */
export function boxOf(locator: Locator): DOMRect {
  const element = locator.element();
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element.getBoundingClientRect();
}

/** A place in the page in the coordinates of the browser's protocol: those of the window, which shows the test's frame at a smaller scale. */
function toWindow({ x, y }: Place): Place {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth);
  const scale = frame.width / window.innerWidth;
  return { x: frame.x + x * scale, y: frame.y + y * scale };
}

/** The middle of an element, or a place relative to its top left corner. */
function placeIn(locator: Locator, from?: Place): Place {
  const { x, y, width, height } = boxOf(locator);
  return from === undefined ? { x: x + width / 2, y: y + height / 2 } : { x: x + from.x, y: y + from.y };
}

/** Puts fingers on the screen; each call of the result lifts one, in the same order. */
export async function putFingers(places: readonly Place[]): Promise<() => Promise<void>> {
  let down: readonly (Place & { readonly id: number })[] = [];
  const dispatch = async (type: 'touchStart' | 'touchEnd'): Promise<void> => {
    await cdp().send('Input.dispatchTouchEvent', { type, touchPoints: [...down] });
  };
  for (const [id, place] of places.entries()) {
    down = [...down, { ...toWindow(place), id }];
    await dispatch('touchStart');
  }
  return () => {
    down = down.slice(1);
    return dispatch('touchEnd');
  };
}

/** Taps a place on the page. */
export async function tap(place: Place): Promise<void> {
  const lift = await putFingers([place]);
  await lift();
}

/** Taps the middle of an element, and waits until the page has handled the click, whatever it does. */
export async function tapOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  await tapAtPlaceOf(locator)();
}

/** @returns taps where the middle of the element is now, whatever will be there then */
export function tapAtPlaceOf(locator: Locator): () => Promise<void> {
  const place = placeIn(locator);
  return async () => {
    let clicks = 0;
    const count = (): void => void (clicks += 1);
    window.addEventListener('click', count, { capture: true });
    await tap(place);
    await expect.poll(() => clicks).toBeGreaterThan(0);
    window.removeEventListener('click', count, { capture: true });
  };
}

/** Presses an element with a finger. @returns lifts the finger */
export function holdFinger(on: Locator): Promise<() => Promise<void>> {
  const { width, height } = boxOf(on);
  return putFingers([placeIn(on, { x: Math.min(80, width / 2), y: height / 2 })]);
}

/** Swipes up from the middle of an element, so that the page scrolls. @returns after the page has stopped */
export async function swipeUp(from: Locator, by: number): Promise<void> {
  const { x, y } = toWindow(placeIn(from));
  await cdp().send('Input.synthesizeScrollGesture', { x, y, yDistance: -by, gestureSourceType: 'touch', speed: 1600 });
  // The gesture can end before the page knows how far it has scrolled.
  let before = Number.NaN;
  const distance = (): number => {
    const moved = window.scrollY - before;
    before = window.scrollY;
    return moved;
  };
  await expect.poll(distance, { interval: 100 }).toBe(0);
}

/** Presses the mouse button at a place. @returns releases it */
export async function holdMouse(place: Place): Promise<() => Promise<void>> {
  const at = toWindow(place);
  const dispatch = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased') =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: type === 'mouseMoved' ? 'none' : 'left',
      clickCount: 1,
    });
  await dispatch('mouseMoved');
  await dispatch('mousePressed');
  return async () => {
    await dispatch('mouseReleased');
  };
}

/** Moves the mouse out of the test's frame, so that it rests on nothing. */
export async function parkMouse(): Promise<void> {
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
}

/** Stops the app's clock: its timers run only in `runFor`. */
export function stopClock(): void {
  vi.useFakeTimers();
}

/** Lets the stopped clock run. */
export async function runFor(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** Waits until all animations have ended, such as that of a dialog that opens. */
export async function untilStill(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

type MediaSettings = {
  readonly media?: 'print';
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'no-preference';
  readonly forcedColors?: 'active';
  readonly contrast?: 'more';
};

/**
 * Sets the media features that style sheets query, and resets the missing ones. Without a preference, motion is reduced:
 * a press on something that still moves can miss it (decision 88). Tests of motion ask for it.
 */
export async function emulateMedia(settings: MediaSettings): Promise<void> {
  const { media = '', colorScheme = 'light', reducedMotion = 'reduce', forcedColors = '', contrast = '' } = settings;
  await cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: [
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: reducedMotion },
      { name: 'forced-colors', value: forcedColors },
      { name: 'prefers-contrast', value: contrast },
    ],
  });
}

/** Sets the text size in the browser's settings: 200 % is 32 px instead of 16. */
export async function setTextSize(percent: number): Promise<void> {
  await cdp().send('Page.setFontSizes', {
    fontSizes: { standard: Math.round(0.16 * percent), fixed: Math.round(0.13 * percent) },
  });
}
