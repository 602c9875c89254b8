/** Finds a control in the page as a person would, by its kind and name. It runs in the page, so it can use nothing outside itself. */
import type { Point } from './engine.ts';

export type Control = {
  /** A checkbox may also be a radio button. */
  readonly kind: 'button' | 'checkbox' | 'dialog' | 'field' | 'heading' | 'menu item';
  /** The exact name, as a screen reader says it. */
  readonly name: string;
  /** The title of the dialog that contains it. */
  readonly dialog?: string;
};

/** Whether the control is about to be pressed. If so, it is scrolled into view, and the page notes what the press hits. */
type Search = Control & { readonly isAimedAt?: boolean };

export type FoundControl = {
  /** The value of a field, or the text of another control. */
  readonly text: string;
  readonly isChecked: boolean;
  readonly hasFocus: boolean;
  /** Where a press hits it; null if it is disabled, covered or moving, or is not about to be pressed. */
  readonly place: Point | null;
};

/** @returns null if no such control is visible */
export async function findControl(control: Search): Promise<FoundControl | null> {
  const selectors = {
    button: 'button',
    checkbox: 'input:is([type="checkbox"], [type="radio"])',
    dialog: 'dialog[open]',
    field: 'input:not([type="checkbox"], [type="radio"]), textarea',
    heading: 'h1, h2',
    'menu item': '[role="menuitem"]',
  } as const;
  const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
  const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';
  const labelOf = (element: Element): string =>
    'labels' in element ? ((element.labels as NodeListOf<Element> | null)?.[0]?.textContent ?? '') : '';
  const nameOf = (element: Element): string =>
    plain(
      element.getAttribute('aria-label') ??
        (textOf(element.getAttribute('aria-labelledby') ?? '') || labelOf(element) || element.textContent),
    );
  // The app replaces the screen that the page shows before its scripts have run, so a slow press on it would be lost.
  const isOfApp = (element: Element): boolean => element.closest('#first-screen') === null;
  // An element without a box can have visible parts.
  const isVisible = (element: Element): boolean =>
    [element, ...element.children].some((part) => part.checkVisibility({ visibilityProperty: true }));
  const find = (scope: ParentNode, { kind, name }: Control): Element | undefined =>
    Array.from(scope.querySelectorAll(selectors[kind])).find(
      (element) => nameOf(element) === name && isOfApp(element) && isVisible(element),
    );
  const scope = control.dialog === undefined ? document : find(document, { kind: 'dialog', name: control.dialog });
  const element = scope && find(scope, control);
  if (element === undefined) return null;
  // A row's box is drawn by its label.
  const target = control.kind === 'checkbox' ? (element.closest('label') ?? element) : element;
  const middle = (): Point => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isHit = ({ x, y }: Point): boolean => target.contains(document.elementFromPoint(x, y));
  /** Scrolls only if necessary. The next call then finds the control at rest. */
  const aim = async (): Promise<Point | null> => {
    if (element.matches(':disabled')) return null;
    const before = middle();
    if (!isHit(before)) {
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      return null;
    }
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => void setTimeout(resolve, 50));
    const after = middle();
    if (after.x !== before.x || after.y !== before.y || !isHit(after)) return null;
    document.documentElement.dataset['pressed'] = 'nothing';
    document.addEventListener('click', notePress, { capture: true, once: true });
    return after;
  };
  /** A press that hits another control, because the page moved under it, has no effect, and is repeated. */
  const notePress = (event: Event): void => {
    const isHitByPress = event.composedPath().includes(target);
    document.documentElement.dataset['pressed'] = isHitByPress ? 'it' : 'another';
    if (isHitByPress) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const readText = (): string =>
    plain('value' in element && control.kind === 'field' ? String(element.value) : element.textContent);
  return {
    text: readText(),
    isChecked: element.matches(':checked'),
    hasFocus: element === document.activeElement,
    place: control.isAimedAt === true ? await aim() : null,
  };
}

/** What the last press hit: `it`, `another` or `nothing`; undefined on another page. It runs in the page. */
export const readPress = (): string | undefined => document.documentElement.dataset['pressed'];
