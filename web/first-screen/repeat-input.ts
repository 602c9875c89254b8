/** Repeats in the app what the shopper did on the first screen (decision 50). */
import { ADD_FIELD } from './input.ts';
import type { Input } from './input.ts';

type Step = (adding: Adding) => void | Promise<void>;

/** How many frames an input waits for its row, which the app may render after its first frame. */
const FRAMES = 20;

/** Longest wait for an attribute. */
const CHANGE_MS = 2000;

/**
 * Finds the controls while the first screen is still in the page.
 * @param tick applies a tick
 * @returns a function that repeats the inputs in order. If every control is present, it does so in one task, before any new input from
 * the shopper
 */
export function prepareRepeat(
  host: HTMLElement,
  inputs: readonly Input[],
  tick: (itemId: string, checked: boolean) => void,
): () => Promise<void> {
  const toStep = (input: Input): Step => {
    if (input.type === 'tick') return () => tick(input.itemId, input.checked);
    if (input.type === 'choose') return () => chooseCategory(input.category);
    if (input.type === 'add') return (adding) => add(adding, input);
    if (input.type === 'paste') return ({ lines }) => void lines.push(input.text);
    const control = host.querySelector<HTMLElement>(`[data-control="${input.control}"]`);
    return control === null ? () => undefined : repeatOn(control, input);
  };
  const steps = inputs.map(toStep);
  const isAdding = inputs.some(({ type }) => type === 'add' || type === 'paste');
  return async () => {
    const field = document.querySelector<HTMLInputElement>(`#app ${ADD_FIELD}`);
    // Without the common names, an item could go to the wrong category.
    if (isAdding && field !== null)
      await untilChanged(field, 'data-add-field', () => field.dataset['addField'] === 'ready');
    const adding: Adding = { field, typed: (isAdding && field?.value) || '', lines: [] };
    for (const step of steps) {
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

/** Resolves once the attribute has the awaited value, or after `CHANGE_MS`. */
export function untilChanged(element: HTMLElement, attribute: string, isDone: () => boolean): Promise<void> {
  if (isDone()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (isDone()) finish();
    });
    observer.observe(element, { attributeFilter: [attribute] });
    const timer = setTimeout(finish, CHANGE_MS);
  });
}

/** React renders the result of an event in a microtask that is queued before this one. The next input may depend on that render. */
const untilRendered = (): Promise<void> => Promise.resolve();

const BUBBLING = { bubbles: true, cancelable: true };

function repeatOn(control: HTMLElement, input: OnControl): Step {
  const find = remember(control);
  const value = control instanceof HTMLInputElement ? control.value : '';
  return async () => {
    const found = find() ?? (await untilFound(find));
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

/** Undefined if the app does not show the control, for example because its item was deleted. */
async function untilFound(find: () => HTMLElement | undefined): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await new Promise(requestAnimationFrame);
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
  /** For the preview of many lines: pasted lines, or the first text that has no category, and the texts after them. */
  readonly lines: string[];
};

type Add = Extract<Input, { readonly type: 'add' }>;

async function add({ field, lines }: Adding, { text, isLiteral }: Add): Promise<void> {
  if (field === null) return;
  // The shopper then chose a category for the previous text, and that added it.
  if (lines.length === 1 && field.value === '' && !isSeveral(lines)) lines.pop();
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

/** A single text without a category stays in the field, and the app asks for the category. Several go to one preview. */
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

/**
 * @returns a function that finds the same control in the app. The control is looked up at once, because an entered value may change its
 * label, and again later, because a row may be missing before the first frame
 */
export function remember(control: Element): () => HTMLElement | undefined {
  const wanted = describe(control);
  const found = findAgain(wanted);
  return () => (found?.isConnected === true ? found : findAgain(wanted));
}

/** Finds the same control in the app: the one of the same item or category, or the one with the same name. */
function findAgain(wanted: string): HTMLElement | undefined {
  const controls = document.querySelectorAll<HTMLElement>('#app :is(button, input, select)');
  return [...controls].find((other) => describe(other) === wanted);
}

function describe(control: Element): string {
  const owner = control.closest<HTMLElement>('[data-item-id], [data-category-id]')?.dataset;
  const id = owner?.['itemId'] ?? owner?.['categoryId'];
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
