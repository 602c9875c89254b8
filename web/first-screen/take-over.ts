/** Replaces the screen that was shown before the app's scripts had run, and repeats what the shopper did on it (decision 50). */
import type { EarlyTick } from '#client/ports/first-screen.ts';
import type { Store } from '#client/store/store.ts';

/** Longest wait for a finger to be lifted: a release outside of the window is not reported. */
const HELD_MS = 2000;

const findHost = (): HTMLElement | null => document.querySelector('#first-screen');

/** Resolves once no pointer is down on the first screen, or after `HELD_MS`, so that the pressed element still gets its click. */
export function untilReleased(): Promise<void> {
  const host = findHost();
  const isHeld = (): boolean => host?.dataset['held'] !== undefined;
  if (host === null || !isHeld()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (!isHeld()) finish();
    });
    observer.observe(host, { attributeFilter: ['data-held'] });
    const timer = setTimeout(finish, HELD_MS);
  });
}

/** What the shopper did on the first screen, apart from text, which is moved at once. */
export type EarlyInput = {
  /** Ids of the items whose ticks were applied. */
  readonly ticked: ReadonlySet<string>;
  /** Repeats presses and moves the focus to a row. Call it after the first frame of the app, when its rows are in the page. */
  readonly repeat: () => void;
};

const NO_INPUT: EarlyInput = { ticked: new Set(), repeat: () => undefined };

/**
 * Takes over from the first screen, before the first frame of the app: applies the ticks as the shopper's own actions, and moves the
 * typed text and the chosen category.
 * @param key the name of the list on this device. The first screen of another list is discarded
 * @param isOnDevice false if the list is only in memory. Then the stored ticks stay for the next start
 */
export function takeOver(store: Store, key: string, isOnDevice: boolean): EarlyInput {
  const host = findHost();
  if (host === null || !host.hasChildNodes()) return NO_INPUT;
  const input = host.dataset['list'] === key ? moveInput(store, host) : NO_INPUT;
  // Removes the ticks from local storage in the task that applied them (show-first-screen.ts): from here on, the app keeps its changes,
  // also when the page closes. If the ticks stayed, the next start would repeat them after later changes.
  if (isOnDevice && input !== NO_INPUT) host.dispatchEvent(new Event('applied'));
  clear(host);
  return input;
}

/** Takes over from the sign-in card of the page in the same way. @returns repeats presses */
export function takeOverCard(): () => void {
  const host = findHost();
  if (host === null || !host.hasChildNodes()) return NO_INPUT.repeat;
  const repeat = moveFields(host);
  clear(host);
  return repeat;
}

function clear(host: HTMLElement): void {
  host.replaceChildren();
  for (const name of Object.keys(host.dataset)) Reflect.deleteProperty(host.dataset, name);
}

function moveInput(store: Store, host: HTMLElement): EarlyInput {
  const ticks = readTicks(host);
  for (const tick of ticks) applyTick(store, tick);
  return { ticked: new Set(ticks.map(([id]) => id)), repeat: moveFields(host) };
}

/** Moves values and the focus. @returns repeats presses, and moves the focus to a row */
function moveFields(host: HTMLElement): () => void {
  const presses = [...host.querySelectorAll<HTMLElement>('[data-pressed]')]
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map(remember);
  const { activeElement } = document;
  const focused = activeElement !== null && host.contains(activeElement) ? remember(activeElement) : null;
  // The category before the name, because a name chooses one.
  for (const field of host.querySelectorAll('select')) enter(field, 'change');
  for (const field of host.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')) enter(field, 'input');
  // At once, so that the keyboard of a phone stays.
  focused?.()?.focus({ preventScroll: true });
  return () => {
    if (document.activeElement === document.body) focused?.()?.focus({ preventScroll: true });
    for (const pressed of presses) press(pressed());
  };
}

/** Clicks a button, or presses Enter in a field as a browser does. */
function press(control: HTMLElement | undefined): void {
  if (!(control instanceof HTMLInputElement)) return control?.click();
  const enterKey = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  const isSubmitted = control.dispatchEvent(enterKey);
  if (isSubmitted) control.form?.querySelector<HTMLElement>('[type=submit]')?.click();
}

/**
 * @returns finds the same control in the app. It is looked up at once, because an entered value may change its label, and again later,
 * because a row may be missing before the first frame
 */
function remember(control: Element): () => HTMLElement | undefined {
  const wanted = describe(control);
  const found = findAgain(wanted);
  return () => (found?.isConnected === true ? found : findAgain(wanted));
}

// show-first-screen.ts wrote them in this page.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const readTicks = (host: HTMLElement) => JSON.parse(host.dataset['ticks'] ?? '[]') as readonly EarlyTick[];

/** Applies a tick as the shopper's own action. An item that was deleted meanwhile stays deleted. */
export function applyTick(store: Store, [id, checked]: EarlyTick): void {
  if (store.list.items.get(id)?.checked !== checked) store.applyChange({ type: 'check-item', id, checked });
}

const timeOf = (pressed: HTMLElement): number => Number(pressed.dataset['pressed']);

/** Finds the same control in the app: the one of the same item with the same name. */
function findAgain(wanted: string): HTMLElement | undefined {
  const controls = document.querySelectorAll<HTMLElement>('#app :is(button, input, select)');
  return [...controls].find((other) => describe(other) === wanted);
}

const describe = (control: Element): string =>
  [
    control.localName,
    control.closest<HTMLElement>('[data-item-id]')?.dataset['itemId'],
    control.getAttribute('type'),
    // Without the count of a category, which a tick changes.
    nameOf(control).replace(control.querySelector('[data-count]')?.textContent ?? '', ''),
  ].join(' ');

const nameOf = (control: Element): string =>
  control.ariaLabel ?? (control instanceof HTMLInputElement ? control.labels?.[0] : control)?.textContent ?? '';

/** Enters the value of an early field in the app's, as the shopper would, so that the app reacts to it. */
function enter(early: HTMLInputElement | HTMLSelectElement, event: 'input' | 'change'): void {
  const field = findAgain(describe(early));
  if (field === undefined || early.value === '') return;
  // React notices only a change through the element's own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, early.value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
