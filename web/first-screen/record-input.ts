/** Records the shopper's input on the first screen, so that the app can repeat it (repeat-input.ts). Part of the script in the page. */
import { createPress } from '#web/list/rows/press.ts';
import { ADD_FIELD } from './input.ts';
import type { Input } from './input.ts';

/** How long after the release of a pointer its click may come. */
const CLICK_MS = 100;
/** A pause in a composition after which the app need not wait: keyboards on phones compose each word until the next space. */
const PAUSE_MS = 500;

/**
 * Controls that a second press would switch back. The first screen shows no response to the first press, so an immediate second press is
 * ignored.
 */
const TOGGLE = '[aria-expanded], [aria-haspopup], [aria-pressed], [popovertarget]';

/** Where a long press edits. */
const EDITABLE = '[data-item-id], [data-category-header]';

export type Recorder = {
  readonly record: (input: Input) => void;
  readonly last: () => Input | undefined;
  /** The value of the element's `data-control`, by which the app finds it. */
  readonly mark: (element: HTMLElement) => string;
};

/** @param earlier ticks from earlier starts that the app has not applied */
export function createRecorder(host: HTMLElement, earlier: readonly Input[] = []): Recorder {
  let inputs = [...earlier];
  let marks = 0;
  const write = (): void => {
    host.dataset['inputs'] = JSON.stringify(inputs);
  };
  write();
  for (const input of inputs) enableAfter(host, input);
  return {
    record(input) {
      if (input.type === 'text')
        inputs = inputs.filter((other) => other.type !== 'text' || other.control !== input.control);
      inputs.push(input);
      write();
      enableAfter(host, input);
    },
    last: () => inputs.at(-1),
    mark: (element) => (element.dataset['control'] ??= `${(marks += 1)}`),
  };
}

/** Enables the buttons that can be pressed after an input. The app ignores the press if it does not apply. */
function enableAfter(host: HTMLElement, input: Input): void {
  const pressed =
    input.type === 'press' && host.querySelector<HTMLElement>(`[data-control="${input.control}"]`)?.dataset;
  const action = (pressed && pressed['action']) || input.type;
  for (const name of ENABLED_AFTER[action] ?? []) {
    const button = host.querySelector<HTMLButtonElement>(`button[data-action=${name}]`);
    if (button) button.disabled = false;
  }
}

/** Values of `data-action`, by the action or the type of the input. */
const ENABLED_AFTER: Readonly<Record<string, readonly string[]>> = {
  tick: ['undo', 'clear'],
  add: ['undo'],
  delete: ['undo'],
  clear: ['undo'],
  undo: ['redo', 'clear'],
  redo: ['undo', 'clear'],
};

/** Records presses of buttons. Forms are not submitted, because that would leave the page. */
export function recordPresses(host: HTMLElement, recorder: Recorder): void {
  host.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    const field = button.type === 'submit' && button.form?.querySelector<HTMLInputElement>(ADD_FIELD);
    if (field) recordAdd(field, recorder, false);
    else recordPress(button, recorder);
  });
  host.addEventListener('submit', (event) => {
    event.preventDefault();
    // A password manager can submit the form without a press.
    if (event.target instanceof HTMLFormElement) event.target.querySelector<HTMLElement>('[type=submit]')?.click();
  });
}

function recordPress(button: HTMLElement, { record, last, mark }: Recorder): void {
  const control = mark(button);
  const before = last();
  const isAgain = before?.type === 'press' && before.control === control;
  if (!isAgain || !button.matches(TOGGLE)) record({ type: 'press', control });
}

/** Records which fields were edited after a press: `Try Demo` fills in the fields, and text typed later replaces those values. */
export function recordTexts(host: HTMLElement, { record, last, mark }: Recorder): void {
  host.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && last() !== undefined) record({ type: 'text', control: mark(target) });
  });
}

/** Records what is added, and the chosen category. */
export function recordAdder(host: HTMLElement, recorder: Recorder): void {
  const { record } = recorder;
  const field = host.querySelector<HTMLInputElement>(ADD_FIELD);
  if (!field) return;
  field.addEventListener('keydown', (event) => {
    // In an input method editor, Enter completes a word.
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    recordAdd(field, recorder, event.shiftKey);
  });
  field.addEventListener('input', () => showAdd(field));
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    // A single line is pasted as usual.
    if (!text.includes('\n')) return;
    event.preventDefault();
    record({ type: 'paste', text });
  });
  host.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) record({ type: 'choose', category: target.value });
  });
}

function recordAdd(field: HTMLInputElement, { record }: Recorder, isLiteral: boolean): void {
  const text = field.value;
  if (text.trim() !== '') record({ type: 'add', text, isLiteral });
  field.value = '';
  showAdd(field);
  field.focus();
}

/** Like the app, which disables the button for an empty field. */
function showAdd({ form, value }: HTMLInputElement): void {
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (button) button.disabled = value.trim() === '';
}

/** The control that stands for the pressed row or header. */
const controlAt = (target: EventTarget | null): HTMLElement | null | undefined =>
  target instanceof Element ? target.closest(EDITABLE)?.querySelector<HTMLElement>('input, button') : null;

/** Records long presses, right clicks and keys on rows and on the headers of categories. */
export function recordGestures(host: HTMLElement, { record, mark }: Recorder): void {
  const press = createPress((target) => {
    const control = controlAt(target);
    if (control) record({ type: 'edit', control: mark(control) });
  });
  host.addEventListener('pointerdown', press.start);
  host.addEventListener('pointermove', press.move);
  host.addEventListener('pointerup', press.leave);
  host.addEventListener('pointercancel', press.leave);
  host.addEventListener('contextmenu', (event) => {
    if (!controlAt(event.target)) return;
    event.preventDefault();
    press.finish(event.target);
  });
  // In the capture phase: lifting the finger after a long press must not tick the row.
  const swallowLong = (event: Event): void => {
    if (!controlAt(event.target) || !press.consumeLong()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  host.addEventListener('click', swallowLong, { capture: true });
  host.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey, target }) => {
    if ((key !== 'Delete' && key !== 'F2') || altKey || ctrlKey || metaKey) return;
    if (target instanceof HTMLElement && controlAt(target)) record({ type: 'key', control: mark(target), key });
  });
}

/** Marks the screen while a finger is down or a word is being composed, because the element must still be there when that ends. */
export function holdWhileBusy(host: HTMLElement): void {
  const busy = new Set<number | 'composition'>();
  let timer = 0;
  const begin = (what: number | 'composition'): void => {
    busy.add(what);
    clearTimeout(timer);
    host.dataset['held'] = '';
  };
  const end = (what: number | 'composition', delay: number): void => {
    busy.delete(what);
    if (busy.size === 0) timer = setTimeout(() => host.removeAttribute('data-held'), delay);
  };
  host.addEventListener('pointerdown', ({ pointerId }) => begin(pointerId));
  for (const type of ['pointerup', 'pointercancel'] as const) {
    host.addEventListener(type, ({ pointerId }) => end(pointerId, CLICK_MS));
  }
  for (const type of ['compositionstart', 'compositionupdate'] as const) {
    host.addEventListener(type, () => {
      begin('composition');
      end('composition', PAUSE_MS);
    });
  }
  host.addEventListener('compositionend', () => end('composition', 0));
}
