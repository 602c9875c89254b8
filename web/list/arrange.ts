/** Elements with keys, made and kept by hand. */

export type Part = { readonly element: Element; readonly close: () => void };

/** The parts for these keys, in their order: those that are there already stay, those whose key is gone go. */
export function renewParts<P extends Part>(
  parts: ReadonlyMap<string, P>,
  keys: readonly string[],
  create: (key: string) => P,
): ReadonlyMap<string, P> {
  const next = new Map(keys.map((key) => [key, parts.get(key) ?? create(key)]));
  for (const [key, { element, close }] of parts) {
    if (next.has(key)) continue;
    close();
    element.remove();
  }
  return next;
}

/** Puts the parts into their parent, where nothing else stands, in their order; the focus stays where it is. */
export function arrange(
  parent: Element,
  parts: ReadonlyMap<string, Part>,
  isVisible: (key: string) => boolean = () => true,
): void {
  const focused = document.activeElement;
  let next = parent.firstElementChild;
  for (const [key, { element }] of parts) {
    const isInPlace = element === next;
    if (isInPlace) next = element.nextElementSibling;
    if (!isVisible(key)) element.remove();
    else if (!isInPlace) parent.insertBefore(element, next);
  }
  // What is moved loses it.
  if (focused instanceof HTMLElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}
