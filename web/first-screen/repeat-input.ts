/** Repeats in the app what the shopper did on the first screen (decision 50). */
import { ADD_FIELD } from './input.ts';
import type { Input } from './input.ts';

type Step = (adding: Adding) => void | Promise<void>;

/**
 * Finds the controls while the first screen is still in the page.
 * @param tick applies a tick
 * @returns repeats the inputs one after the other, in one task, so that the shopper's next input comes after them
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
    if (input.type === 'paste') return ({ field }) => paste(field, input.text);
    const control = host.querySelector(`[data-control="${input.control}"]`);
    const find = control === null ? () => undefined : remember(control);
    return () => repeatOn(find(), input);
  };
  const steps = inputs.map(toStep);
  const isAdding = inputs.some(({ type }) => type === 'add' || type === 'paste');
  return async () => {
    const field = document.querySelector<HTMLInputElement>(`#app ${ADD_FIELD}`);
    const adding: Adding = { field, typed: (isAdding && field?.value) || '', waiting: [] };
    for (const step of steps) {
      await step(adding);
      await untilRendered();
    }
    await finishAdding(adding);
  };
}

/** React renders before the next microtask. A control may act differently after the input before. */
const untilRendered = (): Promise<void> => Promise.resolve();

const BUBBLING = { bubbles: true, cancelable: true };

function repeatOn(control: HTMLElement | undefined, input: Extract<Input, { readonly control: string }>): void {
  if (input.type === 'press') control?.click();
  else if (input.type === 'edit') control?.dispatchEvent(new MouseEvent('contextmenu', BUBBLING));
  else control?.dispatchEvent(new KeyboardEvent('keydown', { key: input.key, ...BUBBLING }));
}

function chooseCategory(category: string): void {
  const select = document.querySelector<HTMLSelectElement>(`#app form:has(${ADD_FIELD}) select`);
  if (select !== null) enter(select, category);
}

type Adding = {
  readonly field: HTMLInputElement | null;
  /** The text after the texts to add, which the shopper may have continued in the app. */
  readonly typed: string;
  /** The first text that has no category, and the texts after it. */
  readonly waiting: string[];
};

type Add = Extract<Input, { readonly type: 'add' }>;

async function add({ field, waiting }: Adding, { text, isLiteral }: Add): Promise<void> {
  if (waiting.length > 0) waiting.push(text);
  if (field === null || waiting.length > 0) return;
  enter(field, text);
  await untilRendered();
  const enterKey = new KeyboardEvent('keydown', { key: 'Enter', shiftKey: isLiteral, ...BUBBLING });
  const isSubmitted = field.dispatchEvent(enterKey);
  if (isSubmitted) field.form?.querySelector<HTMLElement>('[type=submit]')?.click();
  await untilRendered();
  if (field.value !== '') waiting.push(text);
}

/** A single waiting text stays in the field, where the app asks for its category. The preview of many lines takes several. */
async function finishAdding({ field, typed, waiting }: Adding): Promise<void> {
  if (field === null || (typed === '' && waiting.length < 2)) return;
  enter(field, waiting.length === 0 ? typed : '');
  await untilRendered();
  if (waiting.length > 0) await paste(field, [...waiting, typed].join('\n'));
}

/** Pastes lines as a browser does. */
async function paste(field: HTMLInputElement | null, text: string): Promise<void> {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const isText = field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...BUBBLING }));
  if (field !== null && isText === true) enter(field, text);
  await untilRendered();
}

/**
 * @returns finds the same control in the app. It is looked up at once, because an entered value may change its label, and again later,
 * because a row may be missing before the first frame
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
  // React notices only a change through the element's own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
}
