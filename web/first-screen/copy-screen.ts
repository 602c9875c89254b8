/** Copies the part of the list screen that the next start shows at once (decision 49). */

/** A text, or an element with its name, attributes and children. Data and not markup, so that no name of an item is ever parsed as markup. */
export type Copied = string | readonly [name: string, attributes: Record<string, string>, children: readonly Copied[]];

/** Parts that begin lower than this many screens are left out. */
const SCREENS = 1.25;
/** Parts of which only those near the top of the list are copied. */
const PART = 'main section, [data-block-key], [data-item-id]';
/** What differs at the next start: the connection status and notices. */
const LIVE = '[data-live]';
/** The attributes of a moment. */
const MOMENTARY = new Set(['aria-activedescendant']);
/** The height of the keyboard on the screen, which web/list/adding/use-bar-position.ts sets. */
const KEYBOARD = /--keyboard:[^;]*;?/u;

/**
 * Copies the screen as it is at a start: at the top, without open menus and without typed text.
 * @returns null while the screen shows something that a start does not show
 */
export function copyScreen(screen: HTMLElement): Copied | null {
  const { shop, selecting } = screen.dataset;
  const field = screen.querySelector<HTMLInputElement>('[data-add-field]');
  const isInUse = document.querySelector('dialog[open], [popover]:popover-open, [data-strip="shown"]') !== null;
  if (shop === 'true' || selecting === 'true' || isInUse || field === null || field.value !== '') return null;
  // The window may be small or half covered by a keyboard now.
  const end = Math.max(window.innerHeight, window.screen.height) * SCREENS;
  return hasSpaceAbove(screen, end) ? null : copyNode(screen, end);
}

/** Where a part begins, in pixels below the top of the page. */
const topOf = (element: Element): number => element.getBoundingClientRect().top + window.scrollY;

/** Whether rows of the first screen are not in the page, because a long list was scrolled. */
const hasSpaceAbove = (screen: Element, end: number): boolean =>
  [...screen.querySelectorAll('[data-block="space"]')].some((space) => topOf(space) < end);

function copyNode(node: Node, end: number): Copied {
  if (!(node instanceof Element)) return node.textContent ?? '';
  const children = node.matches(LIVE) ? [] : [...node.childNodes];
  // Parts follow each other from the top to the bottom.
  const after = children.findIndex((child) => isPartBelow(child, end));
  const shown = after < 0 ? children : children.slice(0, after);
  return [node.localName, copyAttributes(node), shown.map((child) => copyNode(child, end))];
}

const isPartBelow = (node: Node, end: number): boolean =>
  node instanceof Element && node.matches(PART) && topOf(node) > end;

function copyAttributes(element: Element): Record<string, string> {
  const attributes = Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => !MOMENTARY.has(name))
      .map(({ name, value }) => [name, name === 'style' ? value.replace(KEYBOARD, '') : value]),
  );
  if (!(element instanceof HTMLInputElement) || element.type !== 'checkbox') return attributes;
  const { checked: _, ...others } = attributes;
  return element.checked ? { ...others, checked: '' } : others;
}
