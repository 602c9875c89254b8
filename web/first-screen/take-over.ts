/** Replaces the screen that was shown before the app's scripts had run, and repeats what the shopper did on it (decision 50). */
import type { FirstScreenTick } from '#client/ports/first-screen.ts';
import type { Store } from '#client/store/store.ts';
import type { Input } from './input.ts';
import { enter, prepareRepeat, remember, untilChanged } from './repeat-input.ts';

const findHost = (): HTMLElement | null => document.querySelector('#first-screen');

/**
 * Resolves once no pointer is down and no word is being composed on the first screen, so that the pressed element still gets its click, or
 * after 2 s: a release outside of the window is not reported.
 */
export function untilReleased(): Promise<void> {
  const host = findHost();
  if (host === null) return Promise.resolve();
  return untilChanged(host, 'data-held', () => host.dataset['held'] === undefined);
}

/** The shopper's input on the first screen, except unfinished text, which is moved at once. */
export type FirstScreenInput = {
  /** Ids of the items that were ticked. */
  readonly ticked: ReadonlySet<string>;
  /** Whether any input remains to be repeated. */
  readonly isLeft: boolean;
  /** Repeats the rest, in order. Call it after the first frame of the app, when its rows are in the page. */
  readonly repeat: () => Promise<void>;
};

export const NO_INPUT: FirstScreenInput = {
  ticked: new Set(),
  isLeft: false,
  repeat: () => Promise.resolve(),
};

/**
 * Takes over from the first screen, before the first frame of the app: applies the ticks up to the first other action, as the shopper's own
 * actions, and moves the typed text and the focus.
 * @param key the name of the list on this device. The first screen of another list is discarded
 * @param isOnDevice false if the list is only in memory. Then the stored ticks stay for the next start
 */
export function takeOver(store: Store, key: string, isOnDevice: boolean): FirstScreenInput {
  const host = findHost();
  if (host === null || !host.hasChildNodes()) return NO_INPUT;
  if (host.dataset['list'] !== key) {
    clear(host);
    return NO_INPUT;
  }
  const inputs = readInputs(host);
  const ticks = inputs.filter((input) => input.type === 'tick');
  const others = inputs.findIndex(({ type }) => type !== 'tick');
  const rest = others < 0 ? [] : inputs.slice(others);
  for (const { itemId, checked } of ticks.slice(0, inputs.length - rest.length)) applyTick(store, [itemId, checked]);
  const repeat = moveInput(host, rest, store);
  // Removes the ticks from local storage (show-first-screen.ts) in the task that applied them, or after the repeated input: from here on,
  // the app keeps its changes, also when the page closes. If the ticks stayed, the next start would repeat them after later changes.
  const remove = (): void => void (isOnDevice && host.dispatchEvent(new Event('applied')));
  if (rest.length === 0) remove();
  clear(host);
  return {
    ticked: new Set(ticks.map(({ itemId }) => itemId)),
    isLeft: rest.length > 0,
    async repeat() {
      await repeat();
      if (rest.length > 0) remove();
    },
  };
}

/** Takes over from the sign-in card of the page in the same way. @returns a function that repeats the input and restores the focus */
export function takeOverCard(): () => Promise<void> {
  const host = findHost();
  if (host === null || !host.hasChildNodes()) return NO_INPUT.repeat;
  const repeat = moveInput(host, readInputs(host), null);
  clear(host);
  return repeat;
}

function clear(host: HTMLElement): void {
  host.replaceChildren();
  for (const name of Object.keys(host.dataset)) Reflect.deleteProperty(host.dataset, name);
}

/**
 * Moves values and the focus at once, so that the on-screen keyboard stays open.
 * @returns a function that repeats the inputs and moves the focus to a row
 */
function moveInput(host: HTMLElement, inputs: readonly Input[], store: Store | null): () => Promise<void> {
  const repeat = prepareRepeat(host, inputs, (itemId, checked) => {
    if (store !== null) applyTick(store, [itemId, checked]);
  });
  const { activeElement } = document;
  const focused = activeElement !== null && host.contains(activeElement) ? remember(activeElement) : null;
  for (const field of host.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')) moveText(field);
  focused?.()?.focus({ preventScroll: true });
  return async () => {
    if (document.activeElement === document.body) focused?.()?.focus({ preventScroll: true });
    await repeat();
  };
}

function moveText(from: HTMLInputElement): void {
  const field = remember(from)();
  if (from.value === '' || !(field instanceof HTMLInputElement)) return;
  enter(field, from.value);
  // Email fields report no caret position. In Safari, setting the caret of an unfocused field would focus it.
  if (from.selectionStart !== null && document.activeElement === from)
    field.setSelectionRange(from.selectionStart, from.selectionEnd);
}

// record-input.ts wrote them in this page.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const readInputs = (host: HTMLElement) => JSON.parse(host.dataset['inputs'] ?? '[]') as readonly Input[];

/** Applies a tick as the shopper's own action. An item that was deleted meanwhile stays deleted. */
export function applyTick(store: Store, [id, checked]: FirstScreenTick): void {
  if (store.list.items.get(id)?.checked !== checked) store.applyChange({ type: 'check-item', id, checked });
}
