/** Moves the focus between rows with the keyboard (product D4). Loads after the list. */
import { BOX, rowBoxes } from './row-focus.ts';
import { marked, markedAs, ROW } from '#web/ui/marks.ts';

/** A block far from the screen, whose rows are not rendered. */
const SPACE = markedAs('block', 'space');
/** The maximum number of frames to wait for the rows of a block. */
const FRAMES = 60;

/**
 * Moves the focus with the keyboard: the up and down arrows and Home and End move between rows, the left and right arrows
 * between the controls of a row.
 * @param control the focused control
 * @returns whether the key moves the focus
 */
export function moveFocus(control: HTMLElement, key: string): boolean {
  const row = control.closest(ROW);
  const box = row?.querySelector<HTMLElement>(BOX);
  if (!row || !box) return false;
  const move = MOVES.get(key);
  move?.({ row, box, control });
  return move !== undefined;
}

type FocusedRow = { readonly row: Element; readonly box: HTMLElement; readonly control: HTMLElement };

const MOVES: ReadonlyMap<string, (from: FocusedRow) => void> = new Map([
  ['ArrowDown', ({ box }: FocusedRow) => focusNeighbor(box, 1)],
  ['ArrowUp', ({ box }: FocusedRow) => focusNeighbor(box, -1)],
  ['Home', () => focusEnd(0)],
  ['End', () => focusEnd(-1)],
  ['ArrowRight', ({ row, control }: FocusedRow) => focusBeside(row, control, 'ArrowRight')],
  ['ArrowLeft', ({ row, control }: FocusedRow) => focusBeside(row, control, 'ArrowLeft')],
]);

function focusBeside(row: Element, control: Element, key: 'ArrowRight' | 'ArrowLeft'): void {
  const isForward = (key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr');
  const controls = Array.from(row.querySelectorAll<HTMLElement>(marked('action')));
  const next = controls.findIndex((other) => other === control) + (isForward ? 1 : -1);
  if (next >= 0) controls[next]?.focus();
}

/** @param at 0 for the first row, -1 for the last */
function focusEnd(at: 0 | -1): void {
  const block = Array.from(document.querySelectorAll<HTMLElement>(marked('block'))).at(at);
  block?.scrollIntoView({ block: at === 0 ? 'center' : 'end' });
  const focusOnceRendered = (frames: number): void => {
    if (!block?.matches(SPACE)) rowBoxes().at(at)?.focus();
    else if (frames > 0) requestAnimationFrame(() => focusOnceRendered(frames - 1));
  };
  focusOnceRendered(FRAMES);
}

function focusNeighbor(box: HTMLElement, by: 1 | -1): void {
  const boxes = rowBoxes();
  const neighbor = boxes[boxes.indexOf(box) + by];
  // Scrolling to the focused row renders the rows around it. The next press then moves the focus.
  if (neighbor === undefined || hasSpaceBetween(box, neighbor)) box.scrollIntoView({ block: 'center' });
  else neighbor.focus();
}

const hasSpaceBetween = (one: Element, other: Element): boolean => {
  const [first, last] = isBefore(one, other) ? [one, other] : [other, one];
  return Array.from(document.querySelectorAll(SPACE)).some((space) => isBefore(first, space) && isBefore(space, last));
};

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
