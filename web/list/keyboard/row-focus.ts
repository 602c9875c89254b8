/** Moves the focus from row to row, and on when a row goes (product D4). */

const ROW = '[data-item-id]';
const BOX = `${ROW} [data-action="tick"]`;
/** A block far from the screen: a space in the place of its rows. */
const SPACE = '[data-block="space"]';
/** So many frames a block that was scrolled to may take until its rows are there. */
const FRAMES = 60;

/** The id of the item whose row this is in; null elsewhere. */
export const itemIdAt = (target: EventTarget | null): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>(ROW)?.dataset['itemId'] : null) ?? null;

/**
 * Finds a row in a part of the page.
 * @param itemId whose row; null for the first row
 * @returns the item id of that row; null if it is not there
 */
export const findRow = (place: Element, itemId: string | null): string | null =>
  itemIdAt(place.querySelector(itemId === null ? ROW : `[data-item-id="${CSS.escape(itemId)}"]`));

/**
 * Moves the focus by a key: up and down through the rows of all categories, Home and End to the first and the last one,
 * left and right through the controls of a row.
 * @param control has the focus now
 * @returns whether the key meant that
 */
export function moveFocus(control: HTMLElement, key: string): boolean {
  const row = control.closest(ROW);
  const box = row?.querySelector<HTMLElement>(BOX);
  if (!row || !box) return false;
  const move = MOVES.get(key);
  move?.({ row, box, control });
  return move !== undefined;
}

type Place = { readonly row: Element; readonly box: HTMLElement; readonly control: HTMLElement };

const MOVES: ReadonlyMap<string, (from: Place) => void> = new Map([
  ['ArrowDown', ({ box }: Place) => focusNeighbour(box, 1)],
  ['ArrowUp', ({ box }: Place) => focusNeighbour(box, -1)],
  ['Home', () => focusEnd(0)],
  ['End', () => focusEnd(-1)],
  ['ArrowRight', ({ row, control }: Place) => focusBeside(row, control, 'ArrowRight')],
  ['ArrowLeft', ({ row, control }: Place) => focusBeside(row, control, 'ArrowLeft')],
]);

function focusBeside(row: Element, control: Element, key: 'ArrowRight' | 'ArrowLeft'): void {
  const isForward = (key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr');
  const controls = Array.from(row.querySelectorAll<HTMLElement>('[data-action]'));
  const next = controls.findIndex((other) => other === control) + (isForward ? 1 : -1);
  if (next >= 0) controls[next]?.focus();
}

/** @param at 0 for the first row, -1 for the last */
function focusEnd(at: 0 | -1): void {
  const block = Array.from(document.querySelectorAll<HTMLElement>('[data-block]')).at(at);
  block?.scrollIntoView({ block: at === 0 ? 'center' : 'end' });
  const focusOnceRendered = (frames: number): void => {
    if (!block?.matches(SPACE)) rowBoxes().at(at)?.focus();
    else if (frames > 0) requestAnimationFrame(() => focusOnceRendered(frames - 1));
  };
  focusOnceRendered(FRAMES);
}

function focusNeighbour(box: HTMLElement, by: 1 | -1): void {
  const boxes = rowBoxes();
  const neighbour = boxes[boxes.indexOf(box) + by];
  // Scrolling back renders the rows around it, and the next press moves on.
  if (neighbour === undefined || hasSpaceBetween(box, neighbour)) box.scrollIntoView({ block: 'center' });
  else neighbour.focus();
}

const hasSpaceBetween = (one: Element, other: Element): boolean => {
  const [first, last] = isBefore(one, other) ? [one, other] : [other, one];
  return Array.from(document.querySelectorAll(SPACE)).some((space) => isBefore(first, space) && isBefore(space, last));
};

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * Call it before a row goes. If the row has the focus, or nothing has it (WebKit gives a pressed button none), the next
 * row takes it, or the one before, or the button of the category.
 */
export function passFocusOn(itemId: string): void {
  const { activeElement, body } = document;
  const row = document.querySelector(`[data-item-id="${CSS.escape(itemId)}"]`);
  if (row === null || (activeElement !== body && !row.contains(activeElement))) return;
  const boxes = rowBoxes();
  const at = boxes.findIndex((box) => row.contains(box));
  const heir = boxes[at + 1] ?? boxes[at - 1] ?? row.closest('section')?.querySelector<HTMLElement>('h2 button');
  heir?.focus();
}

const rowBoxes = (): readonly HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>(BOX));
