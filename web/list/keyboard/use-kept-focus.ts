/** Keeps the focus on the screen: when the focused control is removed or disabled, the nearest control gets it (product D4). */
import { useEffect } from 'react';

/** Elements that may receive the focus, except those that open a phone's keyboard. */
const STOPS = 'button:not(:disabled, [tabindex="-1"]), input[type="checkbox"]:not(:disabled)';
/** The number of earlier focused elements to remember. */
const REMEMBERED = 8;

/** Watches the whole page, including dialogs. Rows also disappear by collapsing, clearing, undoing and in shop mode. */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) focused = rememberFocused(focused, target);
    };
    const observer = new MutationObserver((records) => {
      const [lost] = focused;
      if (lost === undefined || isUsable(lost) || !isFocusLost()) return;
      // In a very long list, moving the focus must not scroll the visible rows.
      findSuccessor(focused, records)?.focus({ preventScroll: true });
    });
    window.addEventListener('focusin', remember);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      window.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

/** Latest first. Of each dialog only the latest element is kept, so that the element that opened the dialog stays in the list. */
function rememberFocused(focused: readonly HTMLElement[], latest: HTMLElement): readonly HTMLElement[] {
  const dialog = latest.closest('dialog');
  const others = focused.filter(
    (element) => element !== latest && (dialog === null || element.closest('dialog') !== dialog),
  );
  return [latest, ...others].slice(0, REMEMBERED);
}

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement.matches('body, :disabled');

/** The control next to the lost one, else one around it, else one that had the focus before. */
function findSuccessor(focused: readonly HTMLElement[], records: readonly MutationRecord[]): HTMLElement | undefined {
  for (const lost of focused) {
    const successor = isUsable(lost) ? lost : findStop(nodesNear(lost, records));
    if (successor) return successor;
  }
  return undefined;
}

function nodesNear(lost: Element, records: readonly MutationRecord[]): readonly (Node | null)[] {
  if (lost.isConnected) return [lost.nextElementSibling, lost.previousElementSibling, ...ancestorsOf(lost)];
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  // For a removed dialog, continue with the element that opened it.
  if (record === undefined || lost.closest('dialog')?.isConnected === false) return [];
  const { nextSibling, previousSibling, target } = record;
  // The row was removed before its category.
  const around = target instanceof Element && !target.isConnected ? nodesNear(target, records) : ancestorsOf(target);
  return [nextSibling, previousSibling, target, ...around];
}

/** The ancestors up to the surrounding section of the screen. */
function ancestorsOf(node: Node): readonly Element[] {
  const parent = node.parentElement;
  if (parent === null || parent.closest('main, header, dialog') === null) return [];
  return [parent, ...ancestorsOf(parent)];
}

function findStop(nodes: readonly (Node | null)[]): HTMLElement | undefined {
  for (const node of nodes) {
    if (!(node instanceof HTMLElement) || !node.isConnected) continue;
    const stops = [node, ...node.querySelectorAll<HTMLElement>(STOPS)];
    const stop = stops.find((element) => element.matches(STOPS) && element.checkVisibility());
    if (stop) return stop;
  }
  return undefined;
}
