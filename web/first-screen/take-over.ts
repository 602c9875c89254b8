/** Replaces the screen that was shown before the app's scripts had run, and keeps its ticks, text and focus (decisions 50 and 51). */
import type { FirstScreenTick } from '#client/ports/service-worker.ts';
import type { Store } from '#client/store/store.ts';
import { marked } from '#web/ui/marks.ts';
import { APPLIED, describeControl, findHost, readHandOver } from './host.ts';

/** Longest wait for a pointer or a composition to end: a release outside of the window is not reported. */
const HELD_MS = 2000;

/** Resolves once no pointer is down and no word is being composed, so that a pressed row still gets its click. */
export function untilReleased(): Promise<void> {
  const host = findHost();
  const isHeld = (): boolean => host?.dataset['held'] !== undefined;
  if (host === null || !isHeld()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (!isHeld()) finish();
    });
    observer.observe(host, { attributeFilter: ['data-held'] });
    setTimeout(finish, HELD_MS);
  });
}

/**
 * Takes over from the first screen of a list, before the first frame of the app: applies the ticks as the shopper's own actions.
 * @param key the name of the list on this device. The first screen of another list is discarded
 * @param isOnDevice false if the list is only in memory. Then the stored ticks stay for the next start
 * @returns ids of the items that were ticked
 */
export function takeOverList(store: Store, key: string, isOnDevice: boolean): ReadonlySet<string> {
  const host = findHost();
  const { list, ticks } = readHandOver(host);
  if (host === null || list !== key) {
    clear(host);
    return new Set();
  }
  for (const tick of ticks) applyTick(store, tick);
  moveInput(host);
  // The script removes the ticks from local storage in the task that applied them: from here on, the app keeps its changes, also when the
  // page closes. If the ticks stayed, the next start would repeat them after later changes.
  if (isOnDevice) host.dispatchEvent(new Event(APPLIED));
  clear(host);
  return new Set(ticks.map(([itemId]) => itemId));
}

/** Applies a tick as the shopper's own action. An item that was deleted meanwhile stays deleted. */
export function applyTick(store: Store, [id, checked]: FirstScreenTick): void {
  if (store.list.items.get(id)?.checked !== checked) store.applyChange({ type: 'check-item', id, checked });
}

/** Takes over from the sign-in card of the page in the same way. @returns a function that repeats the presses */
export function takeOverCard(): () => Promise<void> {
  const host = findHost();
  const { presses } = readHandOver(host);
  if (host !== null) moveInput(host);
  clear(host);
  return async () => {
    for (const press of presses) {
      findControl(press)?.click();
      await untilRendered();
    }
  };
}

function clear(host: HTMLElement | null): void {
  host?.replaceChildren();
  host?.removeAttribute('data-hand-over');
}

/** React renders the result of an event in a microtask that is queued before this one. */
const untilRendered = (): Promise<void> => Promise.resolve();

/** Moves the texts and the focus at once, so that the on-screen keyboard stays open, and then the caret. */
function moveInput(host: HTMLElement): void {
  const { activeElement } = document;
  const focused = activeElement !== null && host.contains(activeElement) ? describeControl(activeElement) : null;
  const moveCarets = [...host.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')].map(moveText);
  const moveFocus = (): void => void (focused && findControl(focused)?.focus({ preventScroll: true }));
  moveFocus();
  void untilRendered().then(() => {
    if (document.activeElement === document.body) moveFocus();
    for (const moveCaret of moveCarets) moveCaret();
    // Closes the suggestions for the moved text, as leaving the field does.
    const field = document.querySelector(`#app ${marked('addField')}`);
    if (field !== document.activeElement) field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
}

/** Moves a field's text. @returns a function that moves the caret, once React has rendered the text */
function moveText(from: HTMLInputElement): () => void {
  const { value, selectionStart, selectionEnd } = from;
  const field = findControl(describeControl(from));
  if (value === '' || !(field instanceof HTMLInputElement)) return () => undefined;
  // React overrides `value` on the element and ignores changes made through it, so this calls the prototype's setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return () => {
    // Email fields report no caret position. In Safari, setting the caret of an unfocused field would focus it.
    if (selectionStart !== null && document.activeElement === field && field.value === value)
      field.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Finds the app's control for one of the first screen. */
const findControl = (described: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#app :is(button, input)')].find(
    (control) => describeControl(control) === described,
  );
