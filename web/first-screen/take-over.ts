/** Replaces the screen that was shown before the app's scripts had run, and repeats what the shopper did on it (decision 50). */
import type { FirstScreenTick } from '#client/ports/first-screen.ts';
import type { Store } from '#client/store/store.ts';
import { liveRow } from '#core/list/list.ts';
import { ADD_FIELD } from './input.ts';
import type { Input } from './input.ts';
import { enter, prepareRepeat, remember } from './repeat-input.ts';
import type { RepeatedList } from './repeat-input.ts';

/** Longest wait for a pointer or a composition to end: a release outside of the window is not reported. */
const HELD_MS = 2000;

const findHost = (): HTMLElement | null => document.querySelector('#first-screen');

/**
 * Resolves once no pointer is down and no word is being composed on the first screen, or after `HELD_MS`, so that the pressed element still
 * gets its click.
 */
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

/** The shopper's input on the first screen, except unfinished text, which is moved at once. */
export type FirstScreenInput = {
  /** Whether there was any input, besides unfinished text. */
  readonly hasInput: boolean;
  /** Ids of the items that were ticked. */
  readonly ticked: ReadonlySet<string>;
  /** Whether the input that remains to be repeated has a tick. */
  readonly isTickLeft: boolean;
  /** Repeats the rest, in order. Call it when the app's rows are in the page, before they are painted. */
  readonly repeat: (signal: AbortSignal) => Promise<void>;
};

const NO_INPUT: FirstScreenInput = {
  hasInput: false,
  ticked: new Set(),
  isTickLeft: false,
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
  const ticks = inputs.filter(isTick);
  const others = inputs.findIndex((input) => !isTick(input));
  const rest = others < 0 ? [] : inputs.slice(others);
  const isTickLeft = rest.some(isTick);
  for (const { itemId, checked } of ticks.slice(0, inputs.length - rest.length)) applyTick(store, [itemId, checked]);
  const repeat = moveInput(host, rest, {
    tick: (...tick) => applyTick(store, tick),
    has: (id) => (liveRow(store.list.items, id) ?? liveRow(store.list.categories, id)) !== undefined,
  });
  // Removes the ticks from local storage (show-first-screen.ts) in the task that applied them: from here on, the app keeps its changes, also
  // when the page closes. If the ticks stayed, the next start would repeat them after later changes.
  const remove = (): void => void (isOnDevice && host.dispatchEvent(new Event('applied')));
  if (!isTickLeft) remove();
  clear(host);
  return {
    hasInput: inputs.length > 0,
    ticked: new Set(ticks.map(({ itemId }) => itemId)),
    isTickLeft,
    async repeat(signal) {
      await repeat(signal);
      if (isTickLeft && !signal.aborted) remove();
    },
  };
}

const isTick = (input: Input): input is Extract<Input, { readonly type: 'tick' }> => input.type === 'tick';

/** Takes over from the sign-in card of the page in the same way. @returns a function that repeats the input and restores the focus */
export function takeOverCard(): FirstScreenInput['repeat'] {
  const host = findHost();
  if (host === null || !host.hasChildNodes()) return NO_INPUT.repeat;
  const repeat = moveInput(host, readInputs(host), NO_LIST);
  clear(host);
  return repeat;
}

const NO_LIST: RepeatedList = { tick: () => undefined, has: () => true };

function clear(host: HTMLElement): void {
  host.replaceChildren();
  for (const name of Object.keys(host.dataset)) Reflect.deleteProperty(host.dataset, name);
}

/**
 * Moves values and the focus at once, so that the on-screen keyboard stays open.
 * @returns a function that moves the caret, repeats the inputs and moves the focus back to where it was
 */
function moveInput(host: HTMLElement, inputs: readonly Input[], list: RepeatedList): FirstScreenInput['repeat'] {
  const repeat = prepareRepeat(host, inputs, list);
  const { activeElement } = document;
  const focused = activeElement !== null && host.contains(activeElement) ? remember(activeElement) : null;
  const fields = [...host.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')];
  const moveCarets = fields.map(moveText);
  const moveFocus = (): void => focused?.find()?.focus({ preventScroll: true });
  moveFocus();
  return async (signal) => {
    if (document.activeElement === document.body) moveFocus();
    for (const moveCaret of moveCarets) moveCaret();
    await repeat(signal);
    // An addition moves the focus to its field.
    if (document.activeElement?.matches(ADD_FIELD) === true) moveFocus();
    // Closes the suggestions for the moved text, as leaving the field does.
    const field = document.querySelector(`#app ${ADD_FIELD}`);
    if (field !== document.activeElement) field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
}

/** Moves a field's text. @returns a function that moves the caret, once React has rendered the text */
function moveText(from: HTMLInputElement): () => void {
  const { value, selectionStart, selectionEnd } = from;
  const field = remember(from).find();
  if (value === '' || !(field instanceof HTMLInputElement)) return () => undefined;
  enter(field, value);
  return () => {
    // Email fields report no caret position. In Safari, setting the caret of an unfocused field would focus it.
    if (selectionStart !== null && document.activeElement === field && field.value === value)
      field.setSelectionRange(selectionStart, selectionEnd);
  };
}

// record-input.ts wrote them in this page.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const readInputs = (host: HTMLElement) => JSON.parse(host.dataset['inputs'] ?? '[]') as readonly Input[];

/** Applies a tick as the shopper's own action. An item that was deleted meanwhile stays deleted. */
export function applyTick(store: Store, [id, checked]: FirstScreenTick): void {
  if (store.list.items.get(id)?.checked !== checked) store.applyChange({ type: 'check-item', id, checked });
}
