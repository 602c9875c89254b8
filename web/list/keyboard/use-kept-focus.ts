/** The focus never falls off the screen: when the control that has it goes or is switched off, the nearest takes over (product D4). */
import { useEffect } from 'react';

/** Elements that may receive the focus, except those that open a phone's keyboard. */
const STOPS = 'button:not(:disabled, [tabindex="-1"]), input[type="checkbox"]:not(:disabled)';
/** How many earlier places are remembered. */
const MEMORY = 8;

/** Watches the whole page, dialogs included. Rows that go by themselves count too: collapsed, cleared, undone, away in shop mode. */
export function useKeptFocus(): void {
  useEffect(() => {
    let holders: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) holders = rememberHolder(holders, target);
    };
    const observer = new MutationObserver((records) => {
      const [holder] = holders;
      if (holder === undefined || isUsable(holder) || !isFocusLost()) return;
      // In a very long list, moving the focus must not scroll the visible rows.
      findHeir(holders, records)?.focus({ preventScroll: true });
    });
    window.addEventListener('focusin', remember);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      window.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

/** Latest first. Of a dialog only the latest counts, or what opened it would be forgotten. */
function rememberHolder(holders: readonly HTMLElement[], latest: HTMLElement): readonly HTMLElement[] {
  const dialog = latest.closest('dialog');
  const others = holders.filter(
    (holder) => holder !== latest && (dialog === null || holder.closest('dialog') !== dialog),
  );
  return [latest, ...others].slice(0, MEMORY);
}

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement.matches('body, :disabled');

/** Beside where the focus was, else around it, else where it was before that. */
function findHeir(holders: readonly HTMLElement[], records: readonly MutationRecord[]): HTMLElement | undefined {
  for (const holder of holders) {
    const heir = isUsable(holder) ? holder : findStop(placesNear(holder, records));
    if (heir) return heir;
  }
  return undefined;
}

function placesNear(holder: Element, records: readonly MutationRecord[]): readonly (Node | null)[] {
  if (holder.isConnected) return [holder.nextElementSibling, holder.previousElementSibling, ...ancestorsOf(holder)];
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(holder)));
  // Where a dialog stood is nowhere: what opened it comes next.
  if (record === undefined || holder.closest('dialog')?.isConnected === false) return [];
  const { nextSibling, previousSibling, target } = record;
  // A row that went before its category did.
  const around = target instanceof Element && !target.isConnected ? placesNear(target, records) : ancestorsOf(target);
  return [nextSibling, previousSibling, target, ...around];
}

/** Up to the part of the screen it is in. */
function ancestorsOf(node: Node): readonly Element[] {
  const parent = node.parentElement;
  if (parent === null || parent.closest('main, header, dialog') === null) return [];
  return [parent, ...ancestorsOf(parent)];
}

function findStop(places: readonly (Node | null)[]): HTMLElement | undefined {
  for (const place of places) {
    if (!(place instanceof HTMLElement) || !place.isConnected) continue;
    const stops = [place, ...place.querySelectorAll<HTMLElement>(STOPS)];
    const stop = stops.find((element) => element.matches(STOPS) && element.checkVisibility());
    if (stop) return stop;
  }
  return undefined;
}
