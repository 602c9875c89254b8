/** Repeats in the app what the shopper did on the first screen (decision 50). */
import { ADD_FIELD } from './input.ts';
import type { Input } from './input.ts';

/** The list that the inputs change. */
export type RepeatedList = {
  readonly tick: (itemId: string, checked: boolean) => void;
  /** Whether an item or a category exists. */
  readonly has: (id: string) => boolean;
};

type Step = (adding: Adding) => void | Promise<void>;

/** How often, and after how many milliseconds, an input looks for a row that the app renders after its first frame, because it is far down. */
const TRIES = 20;
const TRY_MS = 16;

/**
 * Finds the controls while the first screen is still in the page.
 * @returns a function that repeats the inputs in order. If every control is present, it does so in one task, so that the next frame shows
 * the result and no new input from the shopper comes between
 */
export function prepareRepeat(
  host: HTMLElement,
  inputs: readonly Input[],
  list: RepeatedList,
): (signal: AbortSignal) => Promise<void> {
  const toStep = (input: Input): Step => {
    if (input.type === 'tick') return () => list.tick(input.itemId, input.checked);
    if (input.type === 'choose') return () => chooseCategory(input.category);
    if (input.type === 'add') return (adding) => add(adding, input);
    if (input.type === 'paste') return ({ lines }) => void lines.push(input.text);
    const control = host.querySelector<HTMLElement>(`[data-control="${input.control}"]`);
    return control === null ? () => undefined : repeatOn(control, input, list);
  };
  const steps = inputs.map(toStep);
  const isAdding = inputs.some(({ type }) => type === 'add' || type === 'paste');
  return async (signal) => {
    const field = document.querySelector<HTMLInputElement>(`#app ${ADD_FIELD}`);
    const adding: Adding = { field, typed: (isAdding && field?.value) || '', lines: [] };
    await untilRendered();
    // Only once, even if it is called again.
    for (const step of steps.splice(0)) {
      // Another list is on screen.
      if (signal.aborted) return;
      try {
        await step(adding);
      } catch (error) {
        // A failed input must not stop the ones after it.
        reportError(error);
      }
      await untilRendered();
    }
    await finishAdding(adding);
  };
}

/** React renders the result of an event in a microtask that is queued before this one. The next input may depend on that render. */
const untilRendered = (): Promise<void> => Promise.resolve();

const BUBBLING = { bubbles: true, cancelable: true };

function repeatOn(control: HTMLElement, input: OnControl, { has }: RepeatedList): Step {
  const { id, find } = remember(control);
  const value = control instanceof HTMLInputElement ? control.value : '';
  return async () => {
    // Its item may have been deleted.
    const isThere = id === undefined || has(id);
    const found = find() ?? (isThere ? await untilFound(find) : undefined);
    if (input.type !== 'text') found?.dispatchEvent(toEvent(input));
    else if (found instanceof HTMLInputElement) enter(found, value);
  };
}

type OnControl = Extract<Input, { readonly control: string }>;

function toEvent(input: Exclude<OnControl, { readonly type: 'text' }>): Event {
  if (input.type === 'press') return new MouseEvent('click', BUBBLING);
  if (input.type === 'edit') return new MouseEvent('contextmenu', BUBBLING);
  return new KeyboardEvent('keydown', { key: input.key, ...BUBBLING });
}

/** Undefined if the app does not show the control, for example because its category is collapsed. */
async function untilFound(find: () => HTMLElement | undefined): Promise<HTMLElement | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    // A page in the background has no frames, but timers.
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

function chooseCategory(category: string): void {
  const select = document.querySelector<HTMLSelectElement>(`#app form:has(${ADD_FIELD}) select`);
  if (select !== null) enter(select, category);
}

type Adding = {
  readonly field: HTMLInputElement | null;
  /** Unfinished text from the add field. The shopper may have typed more in the app since. */
  readonly typed: string;
  /** For the preview of many lines: pasted lines, or the first text that was refused, and the texts after them. */
  readonly lines: string[];
};

type Add = Extract<Input, { readonly type: 'add' }>;

async function add({ field, lines }: Adding, { text, isLiteral }: Add): Promise<void> {
  if (field === null) return;
  if (lines.length > 0) {
    lines.push(text);
    return;
  }
  enter(field, text);
  await untilRendered();
  pressEnter(field, isLiteral);
  await untilRendered();
  if (field.value !== '') lines.push(text);
}

/** Submits the form, as a browser does, unless the app handles the key. */
function pressEnter(field: HTMLInputElement, shiftKey: boolean): void {
  const enterKey = new KeyboardEvent('keydown', { key: 'Enter', shiftKey, ...BUBBLING });
  if (field.dispatchEvent(enterKey)) field.form?.querySelector<HTMLElement>('[type=submit]')?.click();
}

const isSeveral = (lines: readonly string[]): boolean => lines.join('\n').includes('\n');

/** A single text that was refused stays in the field, with the reason. Several go to one preview. */
async function finishAdding({ field, typed, lines }: Adding): Promise<void> {
  if (typed !== '' && lines.length > 0) lines.push(typed);
  if (field === null || (typed === '' && !isSeveral(lines))) return;
  enter(field, lines.length === 0 ? typed : '');
  await untilRendered();
  if (lines.length > 0) paste(field, lines.join('\n'));
}

/** Pastes lines as a browser does. */
function paste(field: HTMLInputElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  // Firefox ignores data that is passed to the constructor of a clipboard event.
  field.dispatchEvent(Object.defineProperty(new Event('paste', BUBBLING), 'clipboardData', { value: clipboardData }));
}

type Remembered = {
  /** Of the item or the category that the control belongs to. */
  readonly id: string | undefined;
  /**
   * Finds the same control in the app. It is looked up at once, because an entered value may change its label, and again later, because a
   * row may be missing before the first frame.
   */
  readonly find: () => HTMLElement | undefined;
};

export function remember(control: Element): Remembered {
  const wanted = describe(control);
  const found = findAgain(wanted);
  return { id: ownerOf(control), find: () => (found?.isConnected === true ? found : findAgain(wanted)) };
}

/** Finds the same control in the app: the one of the same item or category, or the one with the same name. */
function findAgain(wanted: string): HTMLElement | undefined {
  const controls = document.querySelectorAll<HTMLElement>('#app :is(button, input, select)');
  return [...controls].find((other) => describe(other) === wanted);
}

function ownerOf(control: Element): string | undefined {
  const owner = control.closest<HTMLElement>('[data-item-id], [data-category-id]')?.dataset;
  return owner?.['itemId'] ?? owner?.['categoryId'];
}

function describe(control: Element): string {
  const id = ownerOf(control);
  // The name of an item or a category may have changed since.
  const name = id === undefined ? nameOf(control) : control.getAttribute('data-action');
  return [control.localName, control.getAttribute('type'), id, name].join(' ');
}

const nameOf = (control: Element): string =>
  control.ariaLabel ?? (control instanceof HTMLInputElement ? control.labels?.[0] : control)?.textContent ?? '';

/** Enters a value as the shopper would, so that the app reacts to it. */
export function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // React overrides `value` on the element and ignores changes made through it, so this calls the prototype's setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
}
