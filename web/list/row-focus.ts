/** Moves the focus from row to row, and on when a row goes (product D4). */

const ROW_BOX = 'input[data-item]';
/** A block of rows far from the screen, of which only the space is there. */
const FAR_BLOCK = 'ul[data-far]';

/** Moves to the row above or below by the arrow keys; returns whether the key meant that. */
export function focusNeighbour(box: HTMLElement, key: string): boolean {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by === undefined) return false;
  const boxes = rowBoxes();
  const neighbour = boxes[boxes.indexOf(box) + by];
  // Back on the screen, the rows around it come, and the next press goes on.
  if (neighbour === undefined || hasFarBlockBetween(box, neighbour)) box.scrollIntoView({ block: 'center' });
  else neighbour.focus();
  return true;
}

const hasFarBlockBetween = (one: Element, other: Element): boolean => {
  const [first, last] = isBefore(one, other) ? [one, other] : [other, one];
  return Array.from(document.querySelectorAll(FAR_BLOCK)).some((far) => isBefore(first, far) && isBefore(far, last));
};

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * To be called before a row goes: where it has the focus, or nothing has (WebKit gives a pressed button none), the next row
 * takes it, or the one before, or its category's header.
 */
export function passFocusOn(row: Element | null): void {
  const { activeElement, body } = document;
  if (row === null || (activeElement !== body && !row.contains(activeElement))) return;
  const boxes = rowBoxes();
  const at = boxes.findIndex((box) => row.contains(box));
  const heir = boxes[at + 1] ?? boxes[at - 1] ?? row.closest('section')?.querySelector<HTMLElement>('h2 button');
  heir?.focus();
}

const rowBoxes = (): readonly HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>(ROW_BOX));
