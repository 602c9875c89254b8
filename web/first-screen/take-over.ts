/** Replaces the screen that was shown before the app's scripts had run, and repeats what the shopper did on it (decision 49). */
import type { EarlyTick } from '#client/ports/first-screen.ts';
import type { Store } from '#client/store/store.ts';

/** Longest wait for a finger to be lifted: a release outside of the window is not reported. */
const HELD_MS = 2000;
const FIELD = '[data-add-field]';

const findHost = (): HTMLElement | null => document.querySelector('#first-screen');

/** Resolves once no pointer is down on the first screen, so that the element of a press is still there for its click. */
export function untilReleased(): Promise<void> {
  const host = findHost();
  if (host?.dataset['held'] === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(finish);
    observer.observe(host, { attributeFilter: ['data-held'] });
    const timer = setTimeout(finish, HELD_MS);
  });
}

/**
 * Applies the ticks that the first screen of this start shows.
 * @returns whether there were any
 */
export function applyEarlyTicks(store: Store): boolean {
  // show-first-screen.ts wrote them in this page.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { ticks } = JSON.parse(findHost()?.dataset['ticks'] ?? '{"ticks":[]}') as {
    readonly ticks: readonly EarlyTick[];
  };
  for (const tick of ticks) applyTick(store, tick);
  return ticks.length > 0;
}

/** Applies a tick as the shopper's own action. An item that was deleted meanwhile stays deleted. */
export function applyTick(store: Store, [id, checked]: EarlyTick): void {
  if (store.list.items.get(id)?.checked !== checked) store.applyChange({ type: 'check-item', id, checked });
}

/**
 * Moves the focus, the typed text and the chosen category to the app, before the first frame of the app.
 * @returns repeats the presses; call it after that frame
 */
export function takeOver(): () => void {
  const host = findHost();
  if (host === null || !host.hasChildNodes()) return () => undefined;
  const { activeElement } = document;
  if (host.contains(activeElement)) findAgain(activeElement)?.focus({ preventScroll: true });
  const pressed = [...host.querySelectorAll<HTMLElement>('[data-pressed]')]
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map(findAgain);
  enter('form select', valueOf(host, 'select'), 'change');
  enter(FIELD, valueOf(host, FIELD), 'input');
  // The app has loaded its own sheets.
  document.adoptedStyleSheets = [];
  host.replaceChildren();
  for (const name of Object.keys(host.dataset)) Reflect.deleteProperty(host.dataset, name);
  return () => {
    for (const control of pressed) control?.click();
  };
}

const timeOf = (pressed: HTMLElement): number => Number(pressed.dataset['pressed']);

const valueOf = (host: Element, selector: string): string =>
  host.querySelector<HTMLInputElement | HTMLSelectElement>(selector)?.value ?? '';

/** Finds the same control in the app: the one of the same item with the same name. */
function findAgain(control: Element | null): HTMLElement | undefined {
  const wanted = control && describe(control);
  const controls = document.querySelectorAll<HTMLElement>('#app :is(button, input, select)');
  return [...controls].find((other) => describe(other) === wanted);
}

const describe = (control: Element): string =>
  [
    control.localName,
    control.closest<HTMLElement>('[data-item-id]')?.dataset['itemId'],
    control.getAttribute('type'),
    control.ariaLabel ?? control.textContent,
  ].join(' ');

/** Enters a value as the shopper did, so that the app reacts to it. */
function enter(selector: string, value: string, event: 'input' | 'change'): void {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#app ${selector}`);
  if (field === null || value === '') return;
  // React notices only a change through the element's own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
