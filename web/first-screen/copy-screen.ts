/** Copies the part of the list screen that the next start shows at once (decision 50). */

/** Parts that begin lower than this many screens are left out. */
const SCREENS = 1.25;
/** Parts of which only those near the top of the list are copied. */
const PART = 'main section, [data-block-key], [data-item-id]';
/**
 * Elements whose content may differ at the next start. The connection status and the chosen category are copied empty; notices and unseen
 * marks are left out.
 */
export const LIVE = '[data-live]';
const LEFT_OUT = '[data-live="left-out"]';
/** The line at the add bar that says for a while what was added. It is copied empty. */
const STRIP = '[data-strip]';
/** Attributes that contain ids. */
const ID_ATTRIBUTES = ['id', 'for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'popovertarget'];
/** The height of the keyboard on the screen, which web/list/adding/use-bar-position.ts sets. */
const KEYBOARD = /--keyboard:[^;]*;?/u;

/**
 * Copies the screen as it is at a start: at the top, without open menus and without typed text.
 * @returns null if the screen shows something that a start does not, or if rows at the top of a long list are not in the page
 */
export function copyScreen(screen: HTMLElement): Node | null {
  if (isInUse(screen)) return null;
  // The window may be small or half covered by a keyboard now.
  const end = Math.max(window.innerHeight, window.screen.height) * SCREENS;
  return hasSpaceAbove(screen, end) ? null : copyNode(screen, end);
}

/** Whether the screen shows what a start does not: Shop or Select mode, something open, or typed text. */
function isInUse(screen: HTMLElement): boolean {
  const { shop, selecting } = screen.dataset;
  const isOpen = document.querySelector('dialog[open], [popover]:popover-open') !== null;
  const field = screen.querySelector<HTMLInputElement>('[data-add-field]');
  return shop === 'true' || selecting === 'true' || isOpen || field?.value !== '';
}

/** Where a part begins, in pixels below the top of the page. */
const topOf = (element: Element): number => element.getBoundingClientRect().top + window.scrollY;

/** Whether rows of the first screen are not in the page, because a long list was scrolled. */
const hasSpaceAbove = (screen: Element, end: number): boolean =>
  [...screen.querySelectorAll('[data-block="space"]')].some((space) => topOf(space) < end);

function copyNode(node: Node, end: number): Node {
  const copy = node.cloneNode(false);
  if (!(node instanceof Element && copy instanceof Element)) return copy;
  copyState(node, copy);
  const children =
    node.matches(LIVE) || node.matches(STRIP) ? [] : [...node.childNodes].filter((child) => !isLeftOut(child));
  // Parts follow each other from the top to the bottom.
  const after = children.findIndex((child) => isPartBelow(child, end));
  const shown = after < 0 ? children : children.slice(0, after);
  copy.append(...shown.map((child) => copyNode(child, end)));
  return copy;
}

const isLeftOut = (node: Node): boolean => node instanceof Element && node.matches(LEFT_OUT);

const isPartBelow = (node: Node, end: number): boolean =>
  node instanceof Element && node.matches(PART) && topOf(node) > end;

function copyState(element: Element, copy: Element): void {
  copy.removeAttribute('aria-activedescendant');
  if (copy.matches(STRIP)) copy.setAttribute('data-strip', 'hidden');
  if (element instanceof HTMLInputElement) copy.toggleAttribute('checked', element.checked);
  renameIds(copy);
  moveStyle(copy);
}

/** For a moment the copy and the app are both in the page, and a label in one must not refer to a field in the other. */
function renameIds(copy: Element): void {
  for (const name of ID_ATTRIBUTES) {
    const ids = copy.getAttribute(name);
    if (ids !== null) copy.setAttribute(name, ids.replaceAll(/\S+/gu, 'first-$&'));
  }
}

/** The Content-Security-Policy refuses style attributes; the page's script sets the styles. */
export function moveStyle(copy: Element, style = copy.getAttribute('style')): void {
  copy.removeAttribute('style');
  if (style !== null) copy.setAttribute('data-style', style.replace(KEYBOARD, ''));
}
