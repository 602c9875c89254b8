/** The first screen's place, its key, and the data that the script in the page hands over to the app. */
import type { ListRef } from '#core/account/list-ref.ts';
import type { FirstScreenTick } from '#client/ports/service-worker.ts';
import { readMark, ROW } from '#web/ui/marks.ts';

/** The place of the first screen in the page. */
export const findHost = (): HTMLElement | null => document.querySelector('#first-screen');

/** What a start must have in common with the one that stored the screen: the build, the user, the list and the width. */
export function describeStart({ userId, listId }: ListRef): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  return [script, userId, listId, window.innerWidth].join(' ');
}

/** The ticks and presses on the first screen. The app reads texts and the focus from the page. */
export type HandOver = {
  /** The name of the list on this device; null on the sign-in card. */
  readonly list: string | null;
  readonly ticks: readonly FirstScreenTick[];
  /** The pressed buttons of the sign-in card, as `describeControl` describes them. */
  readonly presses: readonly string[];
};

const NOTHING: HandOver = { list: null, ticks: [], presses: [] };

export function writeHandOver({ dataset }: HTMLElement, handOver: Partial<HandOver>): void {
  dataset['handOver'] = JSON.stringify({ ...NOTHING, ...handOver });
}

export function readHandOver(host: HTMLElement | null): HandOver {
  const text = host?.dataset['handOver'];
  // Only this page writes it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text === undefined ? NOTHING : (JSON.parse(text) as HandOver);
}

/** The event by which the app reports that it has applied the ticks. */
export const APPLIED = 'applied';

/**
 * Describes a control by its kind and its item or label, so that the app finds its own one. The label of the card's submit button depends on
 * the text in the fields, and there is only one such button.
 */
export function describeControl(control: Element): string {
  const row = control.closest(ROW);
  const type = control.getAttribute('type');
  if (type === 'submit') return type;
  return [control.localName, type, row ? readMark(row, 'itemId') : labelOf(control)].join(' ');
}

const labelOf = (control: Element): string =>
  control.ariaLabel ?? (control instanceof HTMLInputElement ? control.labels?.[0] : control)?.textContent ?? '';
